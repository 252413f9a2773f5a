// The text of addresses, event subscriptions and slash commands, in Simplified Chinese.

import type { integrationWords as English } from '../en-integrations'

export const integrationWords: typeof English = {
  service: '供外部服务使用的地址',
  serviceText: 'GitHub 等服务会向专用地址报告事件，可在此创建：',

  addresses: '供其他聊天平台的程序使用的地址',
  addressesText:
    '能向 Slack、Discord、Mattermost、Rocket.Chat 或 Teams 发消息的程序，也可以向这里发消息。地址只显示一次。',
  noAddresses: '没有地址。',
  channel: '频道',
  toOwner: '给机器人所有者的私信',
  topic: '话题（留空：由每条消息决定）',
  mayMention: '允许提及所有人',
  newAddress: '创建地址',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams（连接器）',
    teams_workflow: 'Teams（工作流）',
  },

  events: '向地址发送事件',
  eventsText: '将机器人能看到的内容发送到地址，并按 Standard Webhooks 签名。',
  noSubscriptions: '没有地址接收事件。',
  url: '地址',
  eventNames: {
    message: '消息',
    reaction: '回应',
    membership: '加入或离开频道的人',
    topic_resolved: '已解决的话题',
  },
  allPublic: '以及所有公开频道的消息',
  newSubscription: '发送事件',
  secret: '签名密钥',
  newSecret: '新密钥',
  newSecretFor: (name) => `${name} 的新密钥`,
  newSecretText: '请在接收请求的程序中填入新密钥。除非旧密钥已泄露，否则一天之内仍会同时用它签名。',
  hasLeaked: '旧密钥已泄露：不再用它签名',
  replace: '更换',
  enabled: '启用',
  deliveries: '最近的事件',
  noDeliveries: '还没有发送过内容。',
  outcomes: { delivered: '已送达', failed: '失败', waiting: '等待重试' },
  resend: '重新发送',

  presses: '按钮、菜单和字段',
  pressesText: '有人按下或选择时，会调用此地址。Slack 称之为 Request URL。没有它，文本中只会列出名称。',

  commandsText: '/deploy 之类的命令会把输入的文字发送到某个地址，并显示返回的结果。',
  noCommands: '还没有命令。',
  newCommand: '新命令',
  commandName: '名称，例如 deploy',
  description: '命令的用途',
  hint: '命令之后填写的内容，例如 [version]',
  bot: '负责回答的机器人',
  noBots: '命令需要机器人。请先创建一个。',
  createBot: '机器人',
}
