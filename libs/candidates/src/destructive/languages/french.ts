import { spacedRules } from "../spaced.js";

export const french = spacedRules({
  language: "fr",
  table: {
    removal: {
      anywhere: ["supprimer", "désinstaller", "mettre à la corbeille", "vider la corbeille", "réglages d'usine"],
      verb: ["effacer", "retirer", "enlever", "écraser", "remplacer", "vider", "oublier", "purger"],
    },
    discard: {
      anywhere: ["ne pas enregistrer", "ne pas sauvegarder", "sans enregistrer", "sans sauvegarder"],
      verb: ["abandonner", "réinitialiser", "rejeter les modifications", "ignorer les modifications"],
    },
    session: {
      anywhere: ["se déconnecter", "déconnexion", "fermer la session", "forcer à quitter", "mettre hors tension"],
      verb: ["quitter", "fermer", "redémarrer", "éteindre", "arrêter l'ordinateur", "verrouiller l'écran"],
      alone: ["masquer", "veille", "mettre en veille", "verrouiller"],
    },
    outbound: {
      verb: ["envoyer", "partager", "soumettre", "confirmer", "approuver", "valider la commande", "inviter"],
      alone: ["appeler", "valider", "répondre à tous"],
    },
    money: {
      anywhere: ["acheter", "payer maintenant", "se désabonner", "passer la commande", "passer commande"],
      verb: ["commander maintenant", "réserver maintenant", "faire un don", "virer", "s'abonner", "résilier"],
      alone: ["payer", "commander", "réserver", "enchérir"],
    },
    publish: { anywhere: ["publier", "mettre en ligne", "rendre public"], verb: ["déployer", "fusionner"] },
  },
  harmless: [
    "fermer la parenthèse",
    "fermer le panneau",
    "fermer le menu",
    "fermer la recherche",
    "fermer la barre latérale",
    "réinitialiser le zoom",
    "fusionner les cellules",
    "envoyer à l'arrière",
  ],
  negations: ["pas", "jamais", "sans", "annuler"],
  asksFirst: ["remplacer", "partager", "envoyer", "fusionner", "réinitialiser"],
});
