import { spacedRules } from "../spaced.js";

/** Of Brazil and of Portugal. */
export const portuguese = spacedRules({
  language: "pt",
  table: {
    removal: {
      anywhere: ["excluir", "apagar", "deletar", "desinstalar", "mover para a lixeira", "mover para o lixo"],
      verb: ["remover", "sobrescrever", "substituir", "esvaziar", "esquecer", "limpar histórico"],
    },
    discard: {
      anywhere: ["não salvar", "não guardar", "sem salvar", "sem guardar", "descartar"],
      verb: ["redefinir", "repor", "reverter", "abandonar"],
    },
    session: {
      anywhere: ["encerrar sessão", "terminar sessão", "forçar encerramento", "sair da conta"],
      verb: ["fechar", "sair", "encerrar", "reiniciar", "desligar", "bloquear tela", "bloquear ecrã"],
      alone: ["suspender", "hibernar", "bloquear", "ocultar"],
    },
    outbound: {
      verb: ["enviar", "compartilhar", "partilhar", "confirmar", "aprovar", "convidar", "submeter"],
      alone: ["ligar", "responder a todos"],
    },
    money: {
      anywhere: ["pagar agora", "comprar", "finalizar compra", "finalizar pedido", "cancelar assinatura"],
      verb: ["pagar", "transferir", "doar", "assinar agora", "reservar agora", "fazer pedido"],
      alone: ["reservar", "encomendar", "assinar"],
    },
    publish: { anywhere: ["publicar", "tornar público"], verb: ["implantar", "mesclar"] },
  },
  harmless: [
    "fechar parêntese",
    "fechar parênteses",
    "fechar painel",
    "fechar menu",
    "fechar pesquisa",
    "fechar barra lateral",
    "redefinir zoom",
    "enviar para trás",
  ],
  negations: ["não", "nunca", "sem", "desfazer"],
  asksFirst: ["substituir", "compartilhar", "partilhar", "enviar", "mesclar", "redefinir"],
});
