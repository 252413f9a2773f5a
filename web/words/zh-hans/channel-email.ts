// The text of the email address of a channel, in Simplified Chinese.

import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: '邮箱地址',
  text: '发到此地址的邮件会成为频道中的消息，邮件主题就是话题。只有您的邮件服务商签名的邮件才会显示为您发送。知道此地址的人都可以向频道发送消息。',
  none: '此服务器不接收邮件。',
  copy: '复制地址',
  choose: '消息中包含',
  options: {
    'show-sender': '显示邮件的发件人',
    'include-footer': '保留签名',
    'include-quotes': '保留引用的邮件',
    'prefer-html': '保留粗体、链接和列表',
  },
  replace: '更换地址',
  replaceText: '发到您旧地址的邮件会退回给发件人。其他人的地址不变。',
}
