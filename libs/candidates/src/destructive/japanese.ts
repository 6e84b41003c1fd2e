import type { DestructiveCategory, LanguageRules } from "./rules.js";

/**
 * Japanese has no spaces, so each entry says what may not stand around the word instead: 公開 publishes, 非公開 does the
 * opposite; 送信 sends, 送信者 is the sender; ロック locks, ブロック and クロック are other words.
 */
interface Entry {
  readonly pattern: RegExp;
  /** Means the act in any text; others only in labels that are commands. */
  readonly strong: boolean;
}

/** Longest label of a table that is read as a command, in UTF-16 units. */
const COMMAND_UNITS = 12;

const strong = (pattern: RegExp): Entry => ({ pattern, strong: true });
const command = (pattern: RegExp): Entry => ({ pattern, strong: false });

const table: readonly (readonly [DestructiveCategory, readonly Entry[]])[] = [
  [
    "removal",
    [
      strong(/削除(?!済|され|しない|日|者)/u),
      strong(/消去(?!しない)/u),
      strong(/アンインストール/u),
      strong(/初期化/u),
      command(/ゴミ箱(?:に|へ|を空)/u),
      command(/^ゴミ箱$/u),
      command(/置き換え|置換(?!モード)/u),
      command(/上書き(?!しない|モード)/u),
      command(/メニューを消去/u),
      command(/退会/u),
    ],
  ],
  [
    "discard",
    [
      strong(/保存しない|保存せずに/u),
      strong(/破棄(?!しない)/u),
      command(/リセット/u),
      command(/バージョンを戻す|元に戻せない/u),
    ],
  ],
  [
    "session",
    [
      strong(/ログアウト|サインアウト|ログオフ/u),
      strong(/シャットダウン/u),
      command(/終了(?!日|時|予定|位置|済|条件)/u),
      command(/閉じる(?!括弧|かっこ)/u),
      command(/再起動/u),
      command(/(?<![ァ-ヴー])ロック(?!解除|を解除|[ァ-ヴー])/u),
      command(/(?<![ァ-ヴー])スリープ(?![ァ-ヴー])/u),
      command(/^(?:非表示|ほかを非表示|しまう)(?:にする)?$/u),
    ],
  ],
  [
    "outbound",
    [
      command(/送信(?!済|者|元|先|箱|日|しない)/u),
      command(/共有(?!フォルダ|アルバム|しない|解除|を解除|者|済)/u),
      command(/承認(?!済|者|待)/u),
      command(/申請(?!済|者|書|日)|申し込む/u),
      command(/^(?:確定|確認して送る|招待)(?:する)?$/u),
      command(/投稿(?!者|日|済|しない)/u),
    ],
  ],
  [
    "money",
    [
      strong(/購入(?!済|履歴|者|日|しない)/u),
      strong(/決済(?!方法|履歴|済)|支払う|支払いを確定/u),
      command(/注文(?:する|を確定)|^注文$/u),
      command(/振り?込む|送金/u),
      command(/予約する|予約を確定/u),
      command(/解約|登録解除|配信停止/u),
    ],
  ],
  ["publish", [command(/(?<!非)公開(?!日|範囲|設定|済|しない|鍵|停止)/u), command(/デプロイ/u)]],
];

export const japanese: LanguageRules = {
  language: "ja",
  find(label, strength) {
    for (const [category, entries] of table) {
      for (const entry of entries) {
        if (!entry.strong && strength !== "all") continue;
        const at = label.text.search(entry.pattern);
        // The act comes last in Japanese, so "first" cannot be asked of it: a command is short instead.
        if (at >= 0 && (strength !== "strong-first" || label.text.length <= COMMAND_UNITS)) return category;
      }
    }
    return undefined;
  },
};
