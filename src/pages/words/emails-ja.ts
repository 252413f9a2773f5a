import type { EmailWords } from './emails-en'

const list = new Intl.ListFormat('ja')

/** All text of the emails, in Japanese. */
export const emailsJa: EmailWords = {
  ignore: 'お心当たりがない場合は、このメールを無視してください。',
  notYou: 'お心当たりがない場合は、組織の管理者にお知らせください。',
  account: (realm) => `${realm} のアカウント`,
  password: (realm) => `${realm} のパスワード`,
  signUp: {
    ask: (realm) =>
      `${realm} のアカウントの作成が申し込まれました。1日以内に次のリンクを開いて、名前とパスワードを設定してください。`,
    ignore:
      'お心当たりがない場合は、このメールを無視してください。このリンクを開かない限り、アカウントは作成されません。',
  },
  hasAccount: {
    text: (realm) =>
      `このアドレスで ${realm} のアカウントの作成が申し込まれましたが、このアドレスのアカウントはすでにあります。`,
    logIn: (url) =>
      `ご自身で申し込まれた場合は、こちらからログインしてください： ${url} 。パスワードをお忘れの場合は、こちらで新しく設定できます： ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm) => `${realm} へようこそ`,
    text: (realm) => `${realm} に、このアドレスのアカウントができました。`,
    withPassword: (url) =>
      `この種類のサーバーに対応したクライアントなら、このアドレスとパスワードで次の場所にログインできます： ${url}`,
    withProvider: (url) =>
      `この種類のサーバーに対応したクライアントなら、先ほどと同じ方法で次の場所にログインできます： ${url}`,
  },
  founder: {
    hello: 'この組織のオーナーはあなたです。次の4つの手順で準備できます。',
    steps: (url) => [
      `1. 名前と画像： ${url}/#organization/profile`,
      `2. 新しいメンバーが最初に参加するチャンネル： ${url}/#organization/default-channels`,
      `3. メンバーの招待： ${url}/#organization/invitations`,
      `4. 何を知らせてほしいか： ${url}/#settings/notifications`,
    ],
    password: (url) => `パスワードを自分で決めていない場合は、まず変更してください： ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter, realm) => `${inviter} から ${realm} への招待`,
    hello: 'こんにちは。',
    ask: (inviter, realm) => `${inviter} があなたを ${realm} に招待しています。次のリンクを開いて始めてください。`,
    ignore: (inviter) =>
      `このリンクはあなた専用です。${inviter} にお心当たりがない場合は、このメールを無視してください。`,
    isMember: (inviter, realm) =>
      `${inviter} があなたを ${realm} に招待しています。このアドレスのアカウントはすでにあります。`,
    logIn: (url) =>
      `こちらからログインしてください： ${url} 。パスワードをお忘れの場合は、こちらで新しく設定できます： ${url}/accounts/password/reset/`,
    unseen: (inviter) => `このアドレスが誰のものか、またアカウントがすでにあることは、${inviter} にはわかりません。`,
    reminderSubject: (inviter, realm) => `リマインダー：${inviter} さんから ${realm} への招待`,
    reminder: (inviter, realm, day) =>
      `${inviter} さんが ${realm} にあなたを招待しています。招待の期限は ${day} です。始めるには、次のリンクを開いてください。`,
  },
  onboarding: {
    topics: {
      subject: (realm) => `${realm} ではトピックで会話を分けます`,
      paragraphs: [
        'チャンネルのメッセージには、メールの件名のように、内容を短く表すトピックがあります。',
        '会話を一つずつ読むことができ、新しい話題のじゃまをせずに以前の質問に答えられます。新しい話を始めるときは、新しいトピックを付けてください。大切なトピックはフォローし、ほかはミュートできます。',
      ],
    },
    guide: {
      subject: (realm) => `${realm} の話題についていくには`,
      paragraphs: [
        'まず受信箱を見てください。未読のメッセージが会話ごとに並んでいます。大切なものを読み、残りは既読にできます。',
        '誰かに見てほしいときは、@ と名前でメンションしてください。後で返信するメッセージにはリマインダーを設定できます。何の通知を受け取るか、いつ通知を止めるかは設定で選べます。',
      ],
    },
    team: {
      subject: (realm) => `チームが ${realm} に移るには`,
      paragraphs: [
        '毎日一緒に働く少人数と、今は別の場所でしている一つの会話から始めてください。その人たちを招待し、最初のメッセージを分かりやすいトピックで自分から書きましょう。',
        'チームやプロジェクトのチャンネルを作り、何を書く場所かを説明に書いてください。最初のチームが慣れたら、次のチームを招待します。以前のチャットサーバーの履歴も取り込めます。',
      ],
    },
    open: (url) => `組織を開く：${url}`,
    unsubscribe: 'これらのメールは次のリンクで停止できます。',
  },
  digest: {
    subject: (realm) => `${realm} の最近の出来事`,
    intro: (realm) => `しばらく ${realm} を離れていた間の出来事です。`,
    more: (count, names) => `ほか${count}件のメッセージ。参加者：${names}`,
    channels: (names) => `新しいチャンネル：${names}`,
    open: (url) => `組織を開く：${url}`,
    footer: 'このメールは、しばらく離れていたときに週に一度送信されます。次のリンクで停止できます。',
  },
  exported: {
    ready: (realm) => `${realm} のエクスポートができました`,
    readyText: (url) =>
      `管理者は、組織のエクスポートの一覧でアドレスを確認し、削除できます：${url}/#organization/exports`,
    failed: (realm) => `${realm} のエクスポートに失敗しました`,
    failedText: (url) => `もう一度エクスポートできます：${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm) => `${realm} が無効化されました`,
    text: (realm) =>
      `組織 ${realm} は無効化され、誰もログインできなくなりました。データは保存されています。サーバーの運営者が再び有効にできます。`,
  },
  realmReactivated: {
    subject: (realm) => `${realm} が再び有効になりました`,
    text: (realm, url) =>
      `サーバーの運営者が組織 ${realm} を再び有効にしました。ユーザーはまたログインできます： ${url}`,
  },
  deactivation: {
    subject: (realm) => `${realm} のアカウントが無効化されました`,
    text: (realm) => `${realm} のあなたのアカウントは無効化され、ログインできなくなりました。`,
    comment: '管理者からのメッセージ：',
  },
  reset: {
    ask: (realm) =>
      `${realm} のアカウントのパスワードの再設定が申し込まれました。1日以内に次のリンクを開いて、新しいパスワードを設定してください。`,
    ignore: 'お心当たりがない場合は、このメールを無視してください。パスワードは変わりません。',
    noAccount: (realm) => `${realm} のパスワードの再設定が申し込まれましたが、このアドレスのアカウントはありません。`,
    changedSubject: (realm) => `${realm} のパスワードが変更されました`,
    changed: (realm) =>
      `${realm} のアカウントのパスワードが変更されました。どのクライアントでもログインし直す必要があります。`,
    notYou: 'ご自身で変更していない場合は、組織の管理者にお知らせください。',
  },
  find: {
    subject: 'あなたの組織',
    found: 'このアドレスのアカウントがある組織についてお問い合わせがありました。組織のアドレスは次のとおりです。',
    none: 'このアドレスのアカウントがある組織についてお問い合わせがありました。ここにはアカウントがありません。',
  },
  emailChange: {
    subject: (realm) => `${realm} の新しいメールアドレス`,
    ask: (realm) =>
      `このアドレスを ${realm} のアカウントに使うことが申し込まれました。1日以内に次のリンクを開いて確認してください。`,
    takenSubject: (realm) => `${realm} のメールアドレス`,
    taken: (realm) =>
      `あるユーザーがこのアドレスを ${realm} のアカウントに使おうとしましたが、すでに別のアカウントで使われています。何も変更されていません。`,
    changedSubject: (realm) => `${realm} のメールアドレスが変更されました`,
    changed: (realm, email) => `${realm} のアカウントのアドレスは ${email} になりました。`,
    notYou: 'ご自身で変更していない場合は、組織の管理者にお知らせください。',
  },
  identityAdded: {
    subject: (provider, realm) => `${provider} で ${realm} のアカウントにログインできるようになりました`,
    text: (provider, realm) =>
      `${realm} のアカウントに、初めて ${provider} からログインがありました。このアドレスの持ち主であることを ${provider} が確認しています。`,
  },
  newDevice: {
    program: (browser, system) =>
      [browser ?? '不明なブラウザー', ...(system === undefined ? [] : [`（${system}）`])].join(''),
    subject: (realm, program) => `${realm} への新しいログイン：${program}`,
    text: (realm, { program, address, time }) =>
      `${realm} のあなたのアカウントに、${program} からログインがありました。ネットワークアドレスは ${address}、日時は ${time} です。`,
    notYou: (url) =>
      `お心当たりがない場合は、こちらでパスワードを変更してください： ${url}/accounts/password/reset 。すべてのセッションが終了します。その後、組織の管理者にお知らせください。`,
    unsubscribe: 'このようなメールは、こちらで停止できます。',
  },
  change: {
    subject: (realm) => `${realm} のアカウントの変更`,
    when: (realm, time) => `場所：${realm}、日時：${time}`,
    logIn: '1日以内に次のリンクを開いてログインし、パスキーを追加してください。',
    of: {
      password: 'アカウントのパスワードが変更されました。',
      email: 'アカウントのメールアドレスが変更されました。',
      passkey: 'アカウントのパスキーが変更されました。',
      one_time_codes: 'アカウントのワンタイムコードが変更されました。',
      recovery_codes: 'アカウントの復旧コードが再発行されました。以前のコードは使えません。',
      recovery_code_used: '復旧コードを使ってアカウントへのログインがありました。このコードはもう使えません。',
      agent: 'アカウントにエージェントが接続されました。許可された範囲で、あなたのメッセージを利用できます。',
      factors: '再びログインできるように、パスキーとワンタイムコードが削除されました。',
      provider: 'ログインに使うIDプロバイダーが変更されました。',
    },
  },
  missed: {
    sender: (realm) => `${realm} の通知`,
    hiddenSubject: '新しいメッセージ',
    directSubject: (name) => `ダイレクトメッセージ：${name}`,
    yourself: '自分',
    groupSubject: (names) => `グループのダイレクトメッセージ：${list.format(names)}`,
    others: (people) => `ほか${people}人`,
    more: (messages) => `このメールには載っていないメッセージが、ほかに${messages}件あります。`,
    refusals: {
      realm: '組織の設定により、メールにメッセージの本文を載せることはできません。',
      user: 'あなたの設定により、メールにメッセージの本文は載りません。',
    },
    spoiler: '会話を開くと、隠された内容が表示されます。',
    reply: '会話で返信',
    read: 'メッセージを読む',
    choose: '受け取るメールを選ぶ',
    stop: 'これらのメールを停止',
    youCanReply: 'このアドレスから30日以内であれば、このメールに返信することもできます。',
    doNotReply: 'このメールには返信しないでください。返信しても誰にも届きません。',
    reasons: {
      direct_message: 'このメールは、ダイレクトメッセージが届いたため送信されました。',
      mentioned_by_name: 'このメールは、あなたがメンションされたため送信されました。',
      mentioned: 'このメールは、あなたが属するグループがメンションされたため送信されました。',
      mentioned_group: (group) => `このメールは、@${group} がメンションされたため送信されました。`,
      topic_wildcard_mentioned_in_followed_topic:
        'このメールは、フォロー中のトピックの全員がメンションされたため送信されました。',
      stream_wildcard_mentioned_in_followed_topic:
        'このメールは、フォロー中のトピックでチャンネルの全員がメンションされたため送信されました。',
      topic_wildcard_mentioned: 'このメールは、参加しているトピックの全員がメンションされたため送信されました。',
      stream_wildcard_mentioned: 'このメールは、チャンネルの全員がメンションされたため送信されました。',
      followed_topic: 'このメールは、このトピックをフォローし、メール通知を選んでいるため送信されました。',
      channel: 'このメールは、このチャンネルのメール通知を選んでいるため送信されました。',
    },
  },
}
