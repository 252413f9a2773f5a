import type { guestWords as English } from '../en-guests'

export const guestWords: typeof English = {
  add: '新しいゲストリンク',
  text: 'アカウントのない人がリンクを開いて名前を入力し、1 つのチャンネルで読み書きします。ゲストが読んでよい内容には非公開チャンネルを使ってください。',
  channel: 'チャンネル',
  expires: '有効期間',
  expiry: { 1440: '1 日', 10_080: '1 週間', 43_200: '1 か月', 129_600: '3 か月' },
  uses: (most) => `ゲストの数（最大 ${most}）`,
  leave: 'リンクが終了するとゲストも退出する',
  create: 'ゲストリンクを作成',
  link: 'ゲストリンク',
  copy: 'コピー',
  links: 'ゲストリンク',
  none: 'ゲストリンクはありません。',
  facts: (creator, uses, most) => `作成者：${creator}。${most} 回中 ${uses} 回使用、`,
  until: (time) => `${time} まで`,
  ended: '終了',
  guests: 'このリンクで来たゲスト',
  accept: 'ゲストとして残す',
  end: '終了',
  endText: 'このリンクからは誰も入れなくなります。',
  endGuests: (n) => `このリンクのゲストのアカウントも終了する：${n}`,
}
