import { command, strong, unspacedRules } from "../unspaced.js";

/** Korean grows endings on its words: 삭제 deletes, 삭제됨 was deleted, 삭제된 is what was. */
export const korean = unspacedRules("ko", [
  [
    "removal",
    [
      strong(/삭제(?!됨|된|되|하지|일|자|\s?취소)/u),
      strong(/제거(?!됨|된|되|하지)|초기화(?!됨|된|되)/u),
      command(/휴지통(?:으로|에|\s?비우기)|지우기|덮어쓰기|모두\s?바꾸기|비우기|^바꾸기$/u),
    ],
  ],
  ["discard", [strong(/저장\s?(?:안\s?함|하지\s?않)|버리기|폐기/u), command(/^재설정|^되돌리기(?:…)?$/u)]],
  [
    "session",
    [
      strong(/로그아웃|시스템\s?종료|강제\s?종료/u),
      command(/(?:^|\s)(?:종료|끝내기|나가기)(?:하기)?$|(?:^|\s)닫기$/u),
      command(/다시\s?시작|재시동|재부팅|화면\s?잠금|^(?:잠금|잠자기|절전|숨기기|가리기)$/u),
    ],
  ],
  [
    "outbound",
    [
      command(/보내기(?!\s?취소)|전송(?!됨|된|률|\s?속도)/u),
      command(/^(?:공유|제출|승인|확정|초대)(?:하기)?$|공유하기|제출하기|전체\s?답장/u),
    ],
  ],
  [
    "money",
    [
      strong(/구매(?!\s?내역|자|일)|결제(?!\s?수단|\s?내역|일|\s?방법)|지금\s?주문|구독\s?(?:취소|해지)/u),
      command(/^(?:송금|이체|기부|예약|주문|입찰)(?:하기)?$|주문하기|예약하기|송금하기/u),
    ],
  ],
  ["publish", [command(/게시(?!판|물|글|자|일|됨|된)|발행(?!일|됨|된)|^(?:배포|공개|병합)(?:하기)?$/u)]],
]);
