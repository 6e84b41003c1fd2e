import { spacedRules } from "../spaced.js";

export const german = spacedRules({
  language: "de",
  verbLast: true,
  table: {
    removal: {
      anywhere: ["löschen", "deinstallieren", "formatieren und löschen", "in den papierkorb", "werkseinstellungen"],
      verb: ["entfernen", "überschreiben", "ersetzen", "leeren", "vernichten", "vergessen"],
    },
    discard: {
      anywhere: ["nicht speichern", "ohne speichern", "ohne zu speichern", "verwerfen"],
      verb: ["zurücksetzen", "verfallen lassen"],
    },
    session: {
      anywhere: ["abmelden", "ausloggen", "herunterfahren", "ausschalten", "sofort beenden"],
      verb: ["beenden", "schließen", "schliessen", "neu starten", "neustart", "neustarten", "bildschirm sperren"],
      alone: ["sperren", "ruhezustand", "standby", "ausblenden", "andere ausblenden"],
    },
    outbound: {
      verb: [
        "senden",
        "absenden",
        "abschicken",
        "verschicken",
        "versenden",
        "teilen",
        "einreichen",
        "genehmigen",
        "bestätigen",
        "einladen",
      ],
      alone: ["anrufen", "posten", "allen antworten"],
    },
    money: {
      anywhere: ["zahlungspflichtig", "jetzt kaufen", "jetzt bezahlen", "jetzt bestellen"],
      verb: ["kaufen", "bezahlen", "bestellen", "überweisen", "spenden", "abonnieren", "abbestellen", "kündigen"],
      alone: ["buchen", "jetzt buchen", "bieten", "zahlen"],
    },
    publish: {
      anywhere: ["veröffentlichen"],
      verb: ["freigeben", "zusammenführen", "bereitstellen"],
    },
  },
  harmless: ["klammer schließen", "seitenleiste schließen", "menü schließen", "suche schließen", "zoom zurücksetzen"],
  negations: ["nicht", "nie", "niemals", "ohne", "kein", "keine", "rückgängig"],
  asksFirst: ["ersetzen", "teilen", "senden", "zusammenführen", "freigeben"],
});
