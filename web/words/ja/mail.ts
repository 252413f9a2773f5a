// The text of what administrators see of the organization's emails, in Japanese.

import type { mailWords as English } from '../en-mail'

export const mailWords: typeof English = {
  text: 'メールは送信されるまでここで待ちます。宛先と本文は表示されません。',
  cannotSend: 'このサーバーはメールを送信できません。運営者が設定していません。',
  noneWaits: '待っているメールはありません。',
  waits: '待っているメール',
  waiting: (count) => `${count}件のメールが待っています。`,
  waitingHeads: ['次の試行', '期限', '失敗', '最後のエラー'],
  refused: 'メールを拒否したアドレス',
  refusedText: '30日間メールが送られません。',
  noneRefused: 'メールを拒否したアドレスはありません。',
  allow: '再びメールを送る',
  figures: '過去30日間',
  figuresText: '各日のメールとプッシュ通知の結果です。',
  noFigures: '何も送信されていません。',
  figureHeads: ['日', '種類', '結果', '件数'],
  media: { email: 'メール', push: 'プッシュ' },
  outcomes: {
    sent: '送信済み',
    failed: '試行に失敗',
    expired: '期限切れ',
    refused: '拒否',
    suppressed: '拒否したアドレスのため未送信',
    not_needed: '不要になった',
  },
}
