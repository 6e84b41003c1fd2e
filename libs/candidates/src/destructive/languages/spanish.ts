import { spacedRules } from "../spaced.js";

export const spanish = spacedRules({
  language: "es",
  table: {
    removal: {
      anywhere: ["eliminar", "borrar", "desinstalar", "mover a la papelera", "vaciar la papelera", "vaciar papelera"],
      verb: ["quitar", "suprimir", "sobrescribir", "reemplazar", "sustituir", "vaciar", "olvidar"],
    },
    discard: {
      anywhere: ["no guardar", "sin guardar", "descartar"],
      verb: ["restablecer", "revertir", "abandonar"],
    },
    session: {
      anywhere: ["cerrar sesión", "cerrar la sesión", "apagar el equipo", "forzar salida", "finalizar proceso"],
      verb: ["cerrar", "salir", "reiniciar", "bloquear pantalla", "bloquear la pantalla"],
      alone: ["suspender", "hibernar", "bloquear", "ocultar"],
    },
    outbound: {
      verb: ["enviar", "compartir", "confirmar", "aprobar", "invitar"],
      alone: ["llamar", "responder a todos", "aceptar y enviar"],
    },
    money: {
      anywhere: ["comprar", "pagar ahora", "realizar pedido", "cancelar suscripción", "darse de baja"],
      verb: ["pagar", "transferir", "donar", "suscribirse", "reservar ahora", "hacer pedido"],
      alone: ["reservar", "pedir", "pujar"],
    },
    publish: { anywhere: ["publicar", "hacer público"], verb: ["desplegar", "fusionar"] },
  },
  harmless: [
    "cerrar paréntesis",
    "cerrar panel",
    "cerrar menú",
    "cerrar búsqueda",
    "cerrar barra lateral",
    "restablecer zoom",
    "enviar al fondo",
    "enviar atrás",
  ],
  negations: ["no", "nunca", "sin", "deshacer"],
  asksFirst: ["reemplazar", "compartir", "enviar", "fusionar", "restablecer"],
});
