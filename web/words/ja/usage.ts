// The text of what the organization uses and costs, in Japanese.

import type { usageWords as English } from '../en-usage'

export const usageWords: typeof English = {
  now: '現在の状況',
  counts: {
    people: 'ユーザー',
    active_people: '過去30日間に利用したユーザー',
    bots: 'ボット',
    channels: 'チャンネル',
    messages: 'これまでのメッセージ',
    messages_of_30_days: '過去30日間のメッセージ',
    file_bytes: 'ファイル',
  },
  days: '最近の日々',
  daysText: 'UTC です。数値は数分前のものです。',
  day: '日',
  ofDay: { messages: 'メッセージ', requests: 'リクエスト', emails: 'メール', pushes: 'プッシュ通知' },
  costs: '運営者の1か月あたりの費用',
  calls: '通話',
  callsText:
    '音声と映像はブラウザ間、または運用者のメディアサーバーを通して送られます。ここでの通話の費用はリクエストだけです。10 回の参加がある 1 時間の通話は 0.1 セント未満です。中継サーバーとメディアサーバーの費用は稼働場所で支払います。',
  mediaText:
    'Cloudflare のメディアサーバーは、月 1,000 GB を超えると参加者が受信する 1 GB ごとに 0.05 ドルです。10 人の音声 1 時間で約 1 セント、カメラ 10 台なら 40 セントです。',
  costsText: (plan) =>
    `過去30日間のユーザー数とメッセージ数、および計測した処理量からの見積もりです。プラットフォームの利用料${plan}を含み、ストレージは含みません。ロングポーリングよりWebSocketのほうが安くなります。`,
  resource: '処理',
  withSockets: 'WebSocketの場合',
  withPolls: 'ロングポーリングの場合',
  total: '1か月の合計',
  resources: {
    worker_requests: 'リクエスト',
    worker_cpu_ms: 'CPU時間（ミリ秒）',
    realm_requests: '組織のオブジェクトへのリクエスト',
    realm_gb_seconds: 'オブジェクトのメモリー（GB秒）',
    realm_rows_written: '書き込んだ行',
    realm_rows_read: '読み取った行',
    d1_rows_written: 'アーカイブに書き込んだ行',
    d1_rows_read: 'アーカイブから読み取った行',
  },
  cell: (amount, dollars) => `${amount} · ${dollars}`,
}
