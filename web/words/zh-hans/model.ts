import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere: '有人要求总结或翻译的消息会发送给这个模型。所有者选择之前，不会发送任何内容。',
  key: '密钥',
  keyText: '服务器只把它发送到所选的地址。这里没有人能读取它。',
  keyFor: (server: string) => `已有用于 ${server} 的密钥。`,
  noKey: '没有密钥。',
  saveKey: '保存密钥',
  try: '试用',
  tryText: '向模型询问一个词。它不会读取组织的任何内容。',
  tryButton: '询问模型',
  answered: (text: string) => `模型回答：${text}`,
  usage: '提问和词元',
  usageText: '最近 30 天（UTC）。词元的价格由模型的运营者决定。',
  none: '还没有人询问过模型。',
  heads: {
    day: '日期',
    requests: '提问',
    failures: '失败',
    input_tokens: '读取的词元',
    output_tokens: '写出的词元',
  },
}
