import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: '总结',
  summarizeUnread: '总结未读消息',
  translate: '翻译',
  asking: '语言模型正在阅读…',
  byModel: '这是语言模型写的，可能有错。',
  read: (n: number) => `读取的消息：${n}`,
  onlyNewest: '没有读取更早的消息。',
  onlyUnread: '仅未读消息',
  noPoints: '语言模型没有可说的内容。',
  showMessage: (n: number) => `显示消息 ${n}`,
  language: '语言',
  again: '重试',
}
