import type { BotWords } from './bots-en'

/** All text of bot messages and notifications, in Simplified Chinese. A space is before each mention and link. */
export const botsZhHans: BotWords = {
  unnamed: '某位用户',
  aMessage: '一条消息',
  channelNumber: (id) => `频道 ${id}`,
  topics: {
    channelEvents: '频道变更',
    newChannels: '新频道',
    signups: '新成员',
    reports: (id, name) => `对用户 ${id} 的举报：${name}`,
  },
  welcome: `你好，欢迎！ :wave: 我是 Welcome Bot。这里的会话按频道和话题组织，每个人都可以关注对自己重要的内容，稍后再补看。

* [收件箱](/#inbox) 里有你还没读的所有内容。
* [所有频道](/#channels/all) 显示你可以加入的频道。
* 要开始会话，请打开频道并填写新话题：用几个词说明内容。
* [个人资料](/#settings/profile) 中有你的名称和头像， [通知](/#settings/notifications) 决定哪些事情可以打扰你。

只有你能看到你写给我的内容，所以可以在这里随意尝试。`,
  firstChannels: {
    channels: {
      general: { name: '综合', description: '所有人，讨论与大家有关的事。' },
      help: { name: '求助', description: '提问与回答。再小的问题也可以问。' },
      random: { name: '闲聊', description: '与工作无关的内容。' },
      introductions: { name: '自我介绍', description: '你是谁，为什么来到这里。' },
      questions: { name: '提问', description: '关于课程和练习的问题与回答。' },
      projects: { name: '项目', description: '大家一起做的事。' },
    },
    welcome: {
      topic: '欢迎',
      content: `欢迎！ :wave: 这是一个话题：在上方所示的频道里，围绕一件事的会话。

在这里回复试试看。你的回复会留在这个话题里，不会打扰其他会话。`,
    },
    topics: {
      topic: '话题的用法',
      content: `* **有新的事情？** 填写一个新话题：用几个词说明内容。
* **问题已经有答案了？** 话题的菜单里有“标记为已解决”。
* **消息放错了话题？** 可以从消息的菜单移动它。
* **太多了，或者很重要？** 可以从话题的菜单静音或关注它。`,
    },
    asking: {
      topic: '怎样提问',
      content: `像这里一样，给每个问题一个单独的话题。知道答案的人会在收件箱里看到它，明天也一样。

要呼叫某人，请输入 \`@\` 和名字。`,
    },
  },
  emailNotPosted: (subject, reason) => `您的邮件 \`${subject}\` 没有发布。${reason}`,
  emailRefused: {
    expired: '您回复的邮件太旧了。请在对话中回复。',
    unproven: (address) => `无法证明邮件来自您的地址 ${address}。请用此地址，并通过为邮件签名（DKIM）的服务商回复。`,
    conversation: '对话已不存在，或者您不能再阅读它。',
  },
  joined: (actor) => `${actor} 加入了此组织。`,
  invitationAccepted: (actor) => `${actor} 接受了你的邀请，加入了组织！`,
  subscribed: (actor, channel) => `${actor} 为你订阅了 ${channel}。`,
  subscribedToSeveral: (actor) => `${actor} 为你订阅了以下频道：`,
  channelsCreated: (actor, _channels, names) => `${actor} 创建了新频道： ${names}。`,
  addedToGroup: (actor, group) => `${actor} 将你加入了${group === undefined ? '一个群组' : `群组 ${group}`}。`,
  removedFromGroup: (actor, group) => `${actor} 将你移出了${group === undefined ? '一个群组' : `群组 ${group}`}。`,
  channel: {
    created: (actor, privacy, description) => `${actor} 创建了此频道（${privacy}）。 ${description}`,
    archived: (actor) => `${actor} 归档了此频道。`,
    restored: (actor) => `${actor} 取消了此频道的归档。`,
    privacyChanged: (actor, before, after) => `${actor} 将此频道由“${before}”改为“${after}”。`,
    privacy: {
      webPublic: '网络公开',
      public: '公开',
      shared: '私有，可查看以前的消息',
      protected: '私有，仅可查看订阅之后的消息',
    },
    retentionChanged: (actor, before, after) => `${actor} 将此处消息的保留时间由“${before}”改为“${after}”。`,
    retention: {
      asRealm: '跟随组织设置',
      forEver: '永久',
      days: (days) => `${days} 天`,
    },
    folderRemoved: (actor) => `${actor} 将此频道移出了文件夹。`,
    folderChanged: (actor, folder) =>
      `${actor} 将此频道移到了${folder === undefined ? '另一个文件夹' : `文件夹 ${folder}`}。`,
    descriptionChanged: (actor) => `${actor} 更改了此频道的描述。`,
    description: '描述：',
    descriptionBefore: '原描述：',
    descriptionAfter: '新描述：',
    none: '无。',
    renamed: (actor, before, after) => `${actor} 将此频道由 ${before} 重命名为 ${after}。`,
    renamedUnnamed: (actor) => `${actor} 重命名了此频道。`,
    postingChanged: (actor) => `${actor} 更改了谁可以在此频道发消息。`,
  },
  move: {
    here: (actor, what, place) => `${actor} 将${what}从 ${place} 移到了这里。`,
    away: (actor, what, place) => `${actor} 将${what}从这里移到了 ${place}。`,
    topic: '此话题',
    messages: (messages) => ` ${messages} 条消息`,
    otherTopic: '另一个话题',
    privateChannel: '一个私有频道',
    otherChannel: '另一个频道',
    generalChat: (channel) => `${channel} 的综合讨论`,
  },
  resolved: (actor) => `${actor} 将此话题标记为已解决。`,
  unresolved: (actor) => `${actor} 将此话题标记为未解决。`,
  reminder: {
    of: (message) => `你要求提醒你查看 ${message}。`,
    gone: '你要求提醒你查看一条消息，但你已无法再阅读它。',
    note: '你的备注：',
    wrote: (author) => `${author} 说：`,
  },
  report: {
    summary: (reporter, message, author, reason) => `${reporter} 举报了 ${author} 的 ${message}，原因：${reason}。`,
    reasons: {
      spam: '垃圾信息',
      harassment: '骚扰',
      inappropriate: '不当内容',
      norms: '违反社区规定',
      other: '其他原因',
    },
    words: '举报者的说明：',
    message: '消息内容：',
  },
  scheduled: {
    failed: (time) => `你定于 ${time} 发送的消息没有发出：`,
    next: '你可以在 [定时消息](#scheduled) 中更改或删除它。',
  },
  exports: {
    ready: '你的数据导出已完成。管理员可以在组织的导出列表中找到其地址。',
    failed: '你的数据导出失败。你可以重新请求。',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `你的机器人 ${bot} 试图向频道 ${channel} 发送消息，但该频道不存在。请点击 [这里](#streams/new) 创建。`,
    unnamedChannelMissing: (bot) => `你的机器人 ${bot} 试图向不存在的频道发送消息：`,
    refused: (service, bot) => `${service} 发给你的机器人 ${bot} 的内容未能送达：`,
    cannotAnswer: '我无法回答：我的程序出错了。',
    failed: (bot, message_id, why) => `你的机器人 ${bot} 的 Webhook 在处理消息 ${message_id} 时失败：${why}。`,
    disabled: (subscription, bot, why) => `你的机器人 ${bot} 的事件订阅 ${subscription} 已停用：${why}。`,
  },
  call: {
    started: '通话已开始。',
    join: '加入通话',
    ended: (minutes, people) => `通话：${minutes} 分钟，${people} 人。`,
    missed: '未接来电。',
    ringing: '正在呼叫您。',
    answer: '接听',
    decline: '拒绝',
  },
  notification: {
    hidden: '新消息',
    test: '此浏览器可以显示通知。',
    mentionedYou: (name) => `${name} 提到了你：`,
    mentionedGroup: (name, group) => `${name} 提到了 @${group}：`,
    mentionedEveryone: (name) => `${name} 提到了所有人：`,
  },
}
