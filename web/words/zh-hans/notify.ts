// The text of notifications, and of their settings in this browser, in Simplified Chinese.

import type { words as English } from '../en-notify'

export const words: typeof English = {
  ringing: '正在呼叫您。',
  answer: '接听',
  decline: '拒绝',
  newMessage: '新消息',
  title: '在此浏览器中',
  text: {
    desktop: '桌面应用在运行时会通知你。',
    on: '即使 Parley 已关闭，此浏览器也会通知你。',
    off: '即使 Parley 已关闭，此浏览器也可以通知你。开启时，浏览器会请求你的许可。',
    denied: '你不允许此网站发送通知。请在浏览器设置中允许，然后重新加载页面。',
    unsupported: '此浏览器无法接收通知。在 iPhone 或 iPad 上，请先将 Parley 添加到主屏幕，再从那里打开。',
    unavailable: '此服务器不向浏览器发送通知。只有打开 Parley 时才会显示通知。',
  },
  offer: '此浏览器可以就这类消息通知你。',
  turnOn: '开启通知',
  turnOff: '关闭通知',
  test: '发送测试通知',
  tested: '通知已发出。',
  unreachable: '无法连接此浏览器的推送服务。只有打开 Parley 时才会显示通知。',
}
