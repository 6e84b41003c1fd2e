import { describe, expect, it } from "vitest";
import { destructiveCategory } from "./rules.js";

/** Labels as apps print them, in seven more languages; English and Japanese have tests of their own. */
const flagged: Record<string, [string, string][]> = {
  de: [
    ["Löschen", "removal"],
    ["Konto löschen", "removal"],
    ["In den Papierkorb verschieben", "removal"],
    ["Nicht speichern", "discard"],
    ["Änderungen verwerfen", "discard"],
    ["Abmelden", "session"],
    ["Fenster schließen", "session"],
    ["Beenden", "session"],
    ["Nachricht senden", "outbound"],
    ["Zahlungspflichtig bestellen", "money"],
    ["Überweisen", "money"],
    ["Veröffentlichen", "publish"],
  ],
  fr: [
    ["Supprimer", "removal"],
    ["Vider la corbeille", "removal"],
    ["Ne pas enregistrer", "discard"],
    ["Se déconnecter", "session"],
    ["Quitter", "session"],
    ["Envoyer", "outbound"],
    ["Payer", "money"],
    ["Passer la commande", "money"],
    ["Publier", "publish"],
  ],
  es: [
    ["Eliminar cuenta", "removal"],
    ["Borrar todo", "removal"],
    ["No guardar", "discard"],
    ["Cerrar sesión", "session"],
    ["Salir", "session"],
    ["Enviar", "outbound"],
    ["Pagar ahora", "money"],
    ["Publicar", "publish"],
  ],
  pt: [
    ["Excluir", "removal"],
    ["Apagar conversa", "removal"],
    ["Não salvar", "discard"],
    ["Terminar sessão", "session"],
    ["Sair", "session"],
    ["Compartilhar", "outbound"],
    ["Finalizar compra", "money"],
    ["Tornar público", "publish"],
  ],
  it: [
    ["Elimina", "removal"],
    ["Svuota il cestino", "removal"],
    ["Non salvare", "discard"],
    ["Disconnetti", "session"],
    ["Esci", "session"],
    ["Invia", "outbound"],
    ["Acquista ora", "money"],
    ["Pubblica", "publish"],
  ],
  zh: [
    ["删除", "removal"],
    ["刪除", "removal"],
    ["移到废纸篓", "removal"],
    ["不保存", "discard"],
    ["退出登录", "session"],
    ["关闭", "session"],
    ["发送", "outbound"],
    ["提交", "outbound"],
    ["立即购买", "money"],
    ["付款", "money"],
    ["发布", "publish"],
  ],
  ko: [
    ["삭제", "removal"],
    ["계정 삭제", "removal"],
    ["휴지통으로 이동", "removal"],
    ["저장 안 함", "discard"],
    ["로그아웃", "session"],
    ["닫기", "session"],
    ["보내기", "outbound"],
    ["결제하기", "money"],
    ["게시", "publish"],
  ],
};

const harmless: Record<string, string[]> = {
  de: [
    "Gelöschte Elemente",
    "Absender",
    "Nicht löschen",
    "Sendung",
    "Zahlungsarten",
    "Abbrechen",
    "Speichern",
    "Klammer schließen",
  ],
  fr: ["Expéditeur", "Fermeture", "Annuler", "Enregistrer", "Éléments supprimés", "Moyens de paiement"],
  es: ["Remitente", "Cancelar", "Guardar", "Elementos eliminados", "Cerrar paréntesis", "Enviados"],
  pt: ["Remetente", "Cancelar", "Salvar", "Itens excluídos", "Fechar painel", "Enviados"],
  it: ["Mittente", "Annulla", "Salva", "Elementi eliminati", "Chiudi parentesi", "Posta inviata"],
  zh: ["发送者", "取消", "保存", "已删除", "未发布", "付款方式", "删除线", "关闭括号"],
  ko: ["보낸 사람", "취소", "저장", "삭제된 항목", "게시판", "결제 수단", "받은 편지함"],
};

describe.each(Object.entries(flagged))("the rules of %s", (_, labels) => {
  it.each(labels)("find %j to be %s", (label, category) => {
    expect(destructiveCategory(label)).toBe(category);
  });
});

describe.each(Object.entries(harmless))("the rules of all languages on labels of %s", (_, labels) => {
  it.each(labels)("find %j harmless", (label) => {
    expect(destructiveCategory(label)).toBeUndefined();
  });
});
