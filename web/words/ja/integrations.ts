// The text of addresses, event subscriptions and slash commands, in Japanese.

import type { integrationWords as English } from '../en-integrations'

export const integrationWords: typeof English = {
  service: 'サービス用のアドレス',
  serviceText: 'GitHub などのサービスは専用のアドレスにイベントを送ります。アドレスはここで作成します：',

  addresses: 'ほかのチャットサーバー用プログラムのアドレス',
  addressesText:
    'Slack、Discord、Mattermost、Rocket.Chat、Teamsに送信できるプログラムは、ここにも送信できます。アドレスは一度だけ表示されます。',
  noAddresses: 'アドレスはありません。',
  channel: 'チャンネル',
  toOwner: 'ボットの所有者へのダイレクトメッセージ',
  topic: 'トピック（空欄：メッセージごとに指定）',
  mayMention: '全員へのメンションを許可',
  newAddress: 'アドレスを作成',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams（コネクタ）',
    teams_workflow: 'Teams（ワークフロー）',
  },

  events: 'イベントの送信先',
  eventsText: 'ボットに見える内容を、Standard Webhooks形式の署名付きでアドレスに送信します。',
  noSubscriptions: 'イベントの送信先はありません。',
  url: 'アドレス',
  eventNames: {
    message: 'メッセージ',
    reaction: 'リアクション',
    membership: 'チャンネルへの参加と退出',
    topic_resolved: 'トピックの解決',
  },
  allPublic: 'すべての公開チャンネルのメッセージも含める',
  newSubscription: 'イベントを送信',
  secret: '署名用のシークレット',
  newSecret: '新しいシークレット',
  newSecretFor: (name) => `${name} の新しいシークレット`,
  newSecretText:
    'リクエストを受け取るプログラムに、新しいシークレットを設定してください。漏えいした場合を除き、以前のシークレットも1日間は署名に使われます。',
  hasLeaked: '以前のシークレットが漏えいしたため、今後は署名に使わない',
  replace: '置き換え',
  enabled: '有効',
  deliveries: '最近のイベント',
  noDeliveries: 'まだ何も送信していません。',
  outcomes: { delivered: '配信済み', failed: '失敗', waiting: '再試行待ち' },
  resend: '再送',

  presses: 'ボタン、メニュー、入力欄',
  pressesText:
    '誰かが押すか選ぶと、このアドレスが呼び出されます。Slack では Request URL と呼びます。なければ本文に名前だけが出ます。',

  commandsText: '/deploy などのコマンドは、入力された文をアドレスに送り、返ってきた結果を表示します。',
  noCommands: 'コマンドはまだありません。',
  newCommand: '新しいコマンド',
  commandName: '名前（例：deploy）',
  description: 'コマンドの説明',
  hint: '後に続けて書く内容（例：[version]）',
  bot: '返答するボット',
  noBots: 'コマンドにはボットが必要です。先にボットを作成してください。',
  createBot: 'ボット',
}
