// The help about the formatting of messages, in Simplified Chinese.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: '消息格式',
  youWrite: '您输入',
  othersSee: '他人看到',
  bold: '粗体',
  italic: '斜体',
  struck: '删除线',
  link: '链接',
  channel: '频道',
  topic: '话题',
  name: '全名',
  group: '群组',
  silent: '不通知',
  code: '代码',
  quote: '引用',
  spoilerTitle: '标题',
  spoiler: '点击后显示',
  item: '一项',
  heading: '标题',
  column: '列',
  cell: '单元格',
  waves: '挥手',
  question: '问题',
  option: '选项',
  task: '任务',
  pollResult: '投票：所有人都可以投票和添加选项。',
  todoResult: '待办列表：所有人都可以添加和勾选任务。',
}
