import { spacedRules } from "../spaced.js";

export const italian = spacedRules({
  language: "it",
  table: {
    removal: {
      anywhere: ["elimina", "eliminare", "cancella tutto", "disinstalla", "sposta nel cestino", "svuota il cestino"],
      verb: ["rimuovi", "cancella", "sovrascrivi", "sostituisci", "svuota", "dimentica"],
    },
    discard: {
      anywhere: ["non salvare", "senza salvare", "scarta", "scartare"],
      verb: ["ripristina", "reimposta", "abbandona"],
    },
    session: {
      anywhere: ["disconnetti", "termina sessione", "uscita forzata", "spegni il computer"],
      verb: ["chiudi", "esci", "riavvia", "spegni", "blocca schermo", "blocca lo schermo", "termina processo"],
      alone: ["sospendi", "iberna", "blocca", "nascondi"],
    },
    outbound: {
      verb: ["invia", "condividi", "conferma", "approva", "invita", "spedisci"],
      alone: ["chiama", "rispondi a tutti"],
    },
    money: {
      anywhere: ["acquista", "compra ora", "paga ora", "effettua ordine", "annulla abbonamento"],
      verb: ["paga", "compra", "ordina ora", "trasferisci denaro", "bonifica", "dona", "abbonati", "prenota ora"],
      alone: ["prenota"],
    },
    publish: { anywhere: ["pubblica", "rendi pubblico"], verb: ["distribuisci", "unisci richiesta"] },
  },
  harmless: [
    "chiudi parentesi",
    "chiudi pannello",
    "chiudi menu",
    "chiudi ricerca",
    "chiudi barra laterale",
    "reimposta zoom",
    "ripristina zoom",
    "ripristina vista",
    "cancella filtro",
  ],
  negations: ["non", "mai", "senza", "annulla"],
  asksFirst: ["sostituisci", "condividi", "invia", "reimposta"],
});
