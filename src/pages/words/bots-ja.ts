import type { BotWords } from './bots-en'

/** All text of bot messages and notifications, in Japanese. A space is before each mention and link. */
export const botsJa: BotWords = {
  unnamed: 'あるユーザー',
  aMessage: 'メッセージ',
  channelNumber: (id) => `チャンネル ${id}`,
  topics: {
    channelEvents: 'チャンネルの変更',
    newChannels: '新しいチャンネル',
    signups: '新しいメンバー',
    reports: (id, name) => `ユーザー ${id} についての報告：${name}`,
  },
  welcome: `ようこそ！ :wave: Welcome Botです。ここでは会話がチャンネルとトピックに分かれているため、自分に必要な話題を追い、あとから読み返すことができます。

* [受信箱](/#inbox) には、まだ読んでいないものがすべて入ります。
* [すべてのチャンネル](/#channels/all) で、参加できるチャンネルを確認できます。
* 会話を始めるには、チャンネルを開き、新しいトピックに内容がわかる短い言葉を入力してください。
* [プロフィール](/#settings/profile) で名前と画像を、 [通知](/#settings/notifications) で何を知らせてほしいかを設定できます。

ここに書いた内容はあなたにしか見えません。自由に試してみてください。`,
  firstChannels: {
    channels: {
      general: { name: '全体', description: '全員に関わることを、全員で話すチャンネルです。' },
      help: { name: '質問と回答', description: '小さな質問も歓迎します。' },
      random: { name: '雑談', description: '仕事に関係のない話題はこちらへ。' },
      introductions: { name: '自己紹介', description: 'あなたのことと、ここに来た理由を教えてください。' },
      questions: { name: '質問', description: '授業や課題についての質問と回答です。' },
      projects: { name: 'プロジェクト', description: '一緒に取り組んでいることを話します。' },
    },
    welcome: {
      topic: 'ようこそ',
      content: `ようこそ！ :wave: これはトピックです。上に名前があるチャンネルの中で、一つのことについて話す場所です。

ここに返信して試してみてください。返信はこのトピックに残り、ほかの会話の邪魔になりません。`,
    },
    topics: {
      topic: 'トピックの使い方',
      content: `* **新しい話題ですか？** 内容がわかる短い言葉で、新しいトピックを始めてください。
* **質問が解決しましたか？** トピックのメニューに「解決済みにする」があります。
* **メッセージのトピックが違いますか？** メッセージのメニューから移動できます。
* **多すぎますか、それとも重要ですか？** トピックのメニューからミュートやフォローができます。`,
    },
    asking: {
      topic: '質問のしかた',
      content: `このトピックのように、質問ごとに一つのトピックを使ってください。答えを知っている人は、明日でも受信箱で見つけられます。

だれかに呼びかけるには、 \`@\` と名前を入力してください。`,
    },
  },
  emailNotPosted: (subject, reason) => `あなたのメール \`${subject}\` は投稿されませんでした。${reason}`,
  emailRefused: {
    expired: '返信したメールが古すぎます。会話で返信してください。',
    unproven: (address) =>
      `メールがあなたのアドレス ${address} から送られたことを確認できません。このアドレスから、メールに署名（DKIM）するプロバイダーで返信してください。`,
    conversation: '会話が存在しないか、読む権限がなくなりました。',
  },
  joined: (actor) => `${actor} がこの組織に加わりました。`,
  invitationAccepted: (actor) => `${actor} があなたの招待を受けて、組織に加わりました！`,
  subscribed: (actor, channel) => `${actor} があなたを ${channel} に追加しました。`,
  subscribedToSeveral: (actor) => `${actor} があなたを次のチャンネルに追加しました：`,
  channelsCreated: (actor, _channels, names) => `${actor} が新しいチャンネルを作成しました： ${names}`,
  addedToGroup: (actor, group) =>
    `${actor} があなたをグループ${group === undefined ? '' : ` ${group} `}に追加しました。`,
  removedFromGroup: (actor, group) =>
    `${actor} があなたをグループ${group === undefined ? '' : ` ${group} `}から外しました。`,
  channel: {
    created: (actor, privacy, description) => `${actor} がこのチャンネルを作成しました（${privacy}）。 ${description}`,
    archived: (actor) => `${actor} がこのチャンネルをアーカイブしました。`,
    restored: (actor) => `${actor} がこのチャンネルのアーカイブを解除しました。`,
    privacyChanged: (actor, before, after) =>
      `${actor} がこのチャンネルの公開範囲を「${before}」から「${after}」に変更しました。`,
    privacy: {
      webPublic: 'Web公開',
      public: '公開',
      shared: '非公開、以前のメッセージも閲覧可',
      protected: '非公開、参加後のメッセージのみ閲覧可',
    },
    retentionChanged: (actor, before, after) =>
      `${actor} がここのメッセージの保存期間を「${before}」から「${after}」に変更しました。`,
    retention: {
      asRealm: '組織の設定に従う',
      forEver: '無期限',
      days: (days) => `${days}日間`,
    },
    folderRemoved: (actor) => `${actor} がこのチャンネルをフォルダーから出しました。`,
    folderChanged: (actor, folder) =>
      `${actor} がこのチャンネルを${folder === undefined ? '別のフォルダー' : `フォルダー ${folder} `}に移動しました。`,
    descriptionChanged: (actor) => `${actor} がこのチャンネルの説明を変更しました。`,
    description: '説明：',
    descriptionBefore: '変更前：',
    descriptionAfter: '変更後：',
    none: 'なし。',
    renamed: (actor, before, after) => `${actor} がこのチャンネルの名前を ${before} から ${after} に変更しました。`,
    renamedUnnamed: (actor) => `${actor} がこのチャンネルの名前を変更しました。`,
    postingChanged: (actor) => `${actor} がこのチャンネルに書き込める人を変更しました。`,
  },
  move: {
    here: (actor, what, place) => `${actor} が${what}を ${place} からここに移動しました。`,
    away: (actor, what, place) => `${actor} が${what}をここから ${place} に移動しました。`,
    topic: 'このトピック',
    messages: (messages) => `${messages}件のメッセージ`,
    otherTopic: '別のトピック',
    privateChannel: '非公開チャンネル',
    otherChannel: '別のチャンネル',
    generalChat: (channel) => `${channel} の全般チャット`,
  },
  resolved: (actor) => `${actor} がこのトピックを解決済みにしました。`,
  unresolved: (actor) => `${actor} がこのトピックを未解決に戻しました。`,
  reminder: {
    of: (message) => `${message} のリマインダーです。`,
    gone: 'リマインダーの時刻ですが、対象のメッセージは読めなくなっています。',
    note: 'あなたのメモ：',
    wrote: (author) => `${author} の発言：`,
  },
  report: {
    summary: (reporter, message, author, reason) =>
      `${reporter} が ${author} の ${message} を報告しました。理由：${reason}。`,
    reasons: {
      spam: 'スパム',
      harassment: '嫌がらせ',
      inappropriate: '不適切な内容',
      norms: '組織のルールへの違反',
      other: 'その他の理由',
    },
    words: '報告者の説明：',
    message: '対象のメッセージ：',
  },
  scheduled: {
    failed: (time) => `${time} に予約していたメッセージは送信されませんでした：`,
    next: ' [予約送信](#scheduled) で変更または削除できます。',
  },
  exports: {
    ready: 'データのエクスポートが完了しました。管理者は、組織のエクスポート一覧でアドレスを確認できます。',
    failed: 'データのエクスポートに失敗しました。もう一度要求できます。',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `あなたのボット ${bot} がチャンネル ${channel} にメッセージを送ろうとしましたが、そのチャンネルは存在しません。 [こちら](#streams/new) から作成できます。`,
    unnamedChannelMissing: (bot) => `あなたのボット ${bot} が、存在しないチャンネルにメッセージを送ろうとしました：`,
    refused: (service, bot) => `${service} からあなたのボット ${bot} への配信に失敗しました：`,
    cannotAnswer: '回答できません。プログラムでエラーが発生しました。',
    failed: (bot, message_id, why) =>
      `あなたのボット ${bot} のWebhookが、メッセージ ${message_id} で失敗しました：${why}。`,
    disabled: (subscription, bot, why) =>
      `あなたのボット ${bot} のイベント送信 ${subscription} は無効になりました：${why}。`,
  },
  call: {
    started: '通話が始まりました。',
    join: '通話に参加',
    ended: (minutes, people) => `通話: ${minutes} 分、${people} 人。`,
    missed: '不在着信。',
    ringing: '着信中です。',
    answer: '応答',
    decline: '拒否',
  },
  notification: {
    hidden: '新しいメッセージ',
    test: 'このブラウザーで通知が使えます。',
    mentionedYou: (name) => `${name} さんがあなたにメンションしました:`,
    mentionedGroup: (name, group) => `${name} さんが @${group} にメンションしました:`,
    mentionedEveryone: (name) => `${name} さんが全員にメンションしました:`,
  },
}
