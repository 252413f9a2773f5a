import type { EmailWords } from './emails-en'

const list = new Intl.ListFormat('zh-Hans')

/** All text of the emails, in Simplified Chinese. */
export const emailsZhHans: EmailWords = {
  ignore: '如果不是你本人操作，请忽略此邮件。',
  notYou: '如果不是你本人操作，请告知组织的管理员。',
  account: (realm) => `你在 ${realm} 的账号`,
  password: (realm) => `你在 ${realm} 的密码`,
  signUp: {
    ask: (realm) => `你申请了 ${realm} 的账号。请在一天内打开此链接，设置名称和密码：`,
    ignore: '如果不是你本人操作，请忽略此邮件。只有打开此链接才会创建账号。',
  },
  hasAccount: {
    text: (realm) => `有人用此地址申请 ${realm} 的账号，但此地址已有账号。`,
    logIn: (url) =>
      `如果是你本人，请在此登录： ${url} 。如果忘记了密码，请在此设置新密码： ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm) => `欢迎加入 ${realm}`,
    text: (realm) => `你已拥有 ${realm} 的账号，使用此地址。`,
    withPassword: (url) => `任何支持此类服务器的客户端都可以用此地址和你的密码登录： ${url}`,
    withProvider: (url) => `任何支持此类服务器的客户端都可以用你刚才的方式登录： ${url}`,
  },
  founder: {
    hello: '你是这个组织的所有者。四个步骤即可准备就绪：',
    steps: (url) => [
      `1. 名称和图标： ${url}/#organization/profile`,
      `2. 新成员最初加入的频道： ${url}/#organization/default-channels`,
      `3. 邀请成员： ${url}/#organization/invitations`,
      `4. 哪些事情可以打扰你： ${url}/#settings/notifications`,
    ],
    password: (url) => `如果密码不是你自己选的，请先更改它： ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter, realm) => `${inviter} 邀请你加入 ${realm}`,
    hello: '你好！',
    ask: (inviter, realm) => `${inviter} 邀请你加入 ${realm}。请打开此链接开始：`,
    ignore: (inviter) => `此链接仅供你使用。如果你不认识 ${inviter}，请忽略此邮件。`,
    isMember: (inviter, realm) => `${inviter} 邀请你加入 ${realm}。你在那里已有使用此地址的账号。`,
    logIn: (url) => `请在此登录： ${url} 。如果忘记了密码，请在此设置新密码： ${url}/accounts/password/reset/`,
    unseen: (inviter) => `${inviter} 看不到此地址属于谁，也看不到它已有账号。`,
    reminderSubject: (inviter, realm) => `提醒：${inviter} 邀请您加入 ${realm}`,
    reminder: (inviter, realm, day) => `${inviter} 邀请您加入 ${realm}。邀请将于 ${day} 失效。请打开此链接开始使用：`,
  },
  onboarding: {
    topics: {
      subject: (realm) => `${realm} 用话题区分对话`,
      paragraphs: [
        '频道中的每条消息都有一个话题：用几个词说明内容，就像邮件的主题。',
        '因此您可以一次阅读一个对话，回答旧问题也不会打扰新的讨论。开始新的内容时，请写一个新话题。您可以关注重要的话题，并将其他话题静音。',
      ],
    },
    guide: {
      subject: (realm) => `如何跟上 ${realm} 的讨论`,
      paragraphs: [
        '从收件箱开始：所有未读消息都按对话列在那里。阅读重要的内容，其余的标为已读。',
        '需要同事时，用 @ 加上名字提及对方。想稍后回复的消息可以设置提醒。在设置中可以选择接收哪些通知，以及何时不被打扰。',
      ],
    },
    team: {
      subject: (realm) => `团队如何迁移到 ${realm}`,
      paragraphs: [
        '从每天一起工作的几个人开始，选一个现在在别处进行的讨论。邀请他们，并亲自写下最初的消息，每条都有清楚的话题。',
        '为团队和项目创建频道，并在说明中写明那里适合讨论什么。第一个团队习惯之后，再邀请下一个。你可以导入以前聊天服务器的历史记录。',
      ],
    },
    open: (url) => `打开您的组织：${url}`,
    unsubscribe: '您可以在这里停止接收这些邮件：',
  },
  digest: {
    subject: (realm) => `${realm} 最近的动态`,
    intro: (realm) => `您有几天没有访问 ${realm}。期间发生了这些事：`,
    more: (count, names) => `还有 ${count} 条消息。参与者：${names}。`,
    channels: (names) => `新频道：${names}。`,
    open: (url) => `打开您的组织：${url}`,
    footer: '如果您一段时间没有访问，每周会收到一次这封邮件。您可以在这里停止接收：',
  },
  exported: {
    ready: (realm) => `${realm} 的导出已完成`,
    readyText: (url) => `管理员可以在组织的导出列表中找到地址，也可以将其删除：${url}/#organization/exports`,
    failed: (realm) => `${realm} 的导出失败`,
    failedText: (url) => `您可以再次请求导出：${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm) => `${realm} 已停用`,
    text: (realm) => `组织 ${realm} 已停用，任何人都无法再登录。数据会保留。服务器的运营者可以重新启用该组织。`,
  },
  realmReactivated: {
    subject: (realm) => `${realm} 已重新启用`,
    text: (realm, url) => `服务器的运营者已重新启用组织 ${realm}。用户可以再次登录：${url}`,
  },
  deactivation: {
    subject: (realm) => `你在 ${realm} 的账号已停用`,
    text: (realm) => `你在 ${realm} 的账号已停用，无法再登录。`,
    comment: '管理员写道：',
  },
  reset: {
    ask: (realm) => `你申请为 ${realm} 的账号设置新密码。请在一天内打开此链接进行设置：`,
    ignore: '如果不是你本人操作，请忽略此邮件。你的密码不会改变。',
    noAccount: (realm) => `你申请在 ${realm} 设置新密码，但没有使用此地址的账号。`,
    changedSubject: (realm) => `你在 ${realm} 的密码已更改`,
    changed: (realm) => `你在 ${realm} 的账号有了新密码，所有客户端都必须重新登录。`,
    notYou: '如果不是你本人更改的，请告知组织的管理员。',
  },
  find: {
    subject: '你的组织',
    found: '你询问了你的地址在哪些组织中有账号。这些组织的网址如下：',
    none: '你询问了你的地址在哪些组织中有账号。它在这里没有账号。',
  },
  emailChange: {
    subject: (realm) => `你在 ${realm} 的新邮箱地址`,
    ask: (realm) => `你想将此地址用于 ${realm} 的账号。请在一天内打开此链接确认：`,
    takenSubject: (realm) => `你在 ${realm} 的邮箱地址`,
    taken: (realm) => `有用户想将此地址用于 ${realm} 的账号，但它已被另一个账号使用。没有任何更改。`,
    changedSubject: (realm) => `你在 ${realm} 的邮箱地址已更改`,
    changed: (realm, email) => `你在 ${realm} 的账号现在使用地址 ${email}。`,
    notYou: '如果不是你本人更改的，请告知组织的管理员。',
  },
  identityAdded: {
    subject: (provider, realm) => `现在可以用 ${provider} 登录你在 ${realm} 的账号`,
    text: (provider, realm) => `你在 ${realm} 的账号首次通过 ${provider} 登录。${provider} 确认登录者拥有此地址。`,
  },
  newDevice: {
    program: (browser, system) =>
      [...(system === undefined ? [] : [`${system} 上的`]), browser ?? '未知浏览器'].join(' '),
    subject: (realm, program) => `${realm} 的新登录：${program}`,
    text: (realm, { program, address, time }) =>
      `有人通过 ${program} 登录了你在 ${realm} 的账号，网络地址为 ${address}，时间为 ${time}。`,
    notYou: (url) =>
      `如果不是你本人操作，请在此更换密码： ${url}/accounts/password/reset 。这会结束所有会话。然后请告知组织的管理员。`,
    unsubscribe: '你可以在此停止这些邮件：',
  },
  change: {
    subject: (realm) => `你在 ${realm} 的账号有更改`,
    when: (realm, time) => `地点：${realm}，时间：${time}。`,
    logIn: '请在一天内打开此链接登录，并添加通行密钥：',
    of: {
      password: '你账号的密码已更改。',
      email: '你账号的邮箱地址已更改。',
      passkey: '你账号的通行密钥已更改。',
      one_time_codes: '你账号的一次性验证码已更改。',
      recovery_codes: '你账号的恢复码已更换。旧的恢复码不再有效。',
      recovery_code_used: '有人用恢复码登录了你的账号。该恢复码不能再次使用。',
      agent: '你的账号连接了一个智能代理。它可以在你允许的范围内使用你的消息。',
      factors: '你的通行密钥和一次性验证码已被移除，以便你重新登录。',
      provider: '你登录所用的身份提供方已更改。',
    },
  },
  missed: {
    sender: (realm) => `${realm} 的通知`,
    hiddenSubject: '新消息',
    directSubject: (name) => `与 ${name} 的私信`,
    yourself: '自己',
    groupSubject: (names) => `与 ${list.format(names)} 的群聊私信`,
    others: (people) => `其他 ${people} 人`,
    more: (messages) => `还有 ${messages} 条消息不在此邮件中。`,
    refusals: {
      realm: '组织不允许在邮件中包含消息正文。',
      user: '你的设置不允许在邮件中包含消息正文。',
    },
    spoiler: '打开会话即可查看隐藏的内容。',
    reply: '在会话中回复',
    read: '阅读消息',
    choose: '选择接收哪些邮件',
    stop: '停止这些邮件',
    youCanReply: '您也可以在 30 天内用此地址回复这封邮件。',
    doNotReply: '请不要回复此邮件，没有人会看到。',
    reasons: {
      direct_message: '你收到此邮件，是因为你收到了私信。',
      mentioned_by_name: '你收到此邮件，是因为有人提及了你。',
      mentioned: '你收到此邮件，是因为有人提及了你所在的群组。',
      mentioned_group: (group) => `你收到此邮件，是因为有人提及了 @${group}。`,
      topic_wildcard_mentioned_in_followed_topic: '你收到此邮件，是因为有人提及了你关注的话题中的所有人。',
      stream_wildcard_mentioned_in_followed_topic: '你收到此邮件，是因为有人在你关注的话题中提及了频道的所有人。',
      topic_wildcard_mentioned: '你收到此邮件，是因为有人提及了你参与的话题中的所有人。',
      stream_wildcard_mentioned: '你收到此邮件，是因为有人提及了频道中的所有人。',
      followed_topic: '你收到此邮件，是因为你关注了此话题，并选择了邮件通知。',
      channel: '你收到此邮件，是因为你为此频道选择了邮件通知。',
    },
  },
}
