// The help about the formatting of messages, in Japanese.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: 'メッセージの書式',
  youWrite: '入力',
  othersSee: '表示',
  bold: '太字',
  italic: '斜体',
  struck: '取り消し線',
  link: 'リンク',
  channel: 'チャンネル',
  topic: 'トピック',
  name: '氏名',
  group: 'グループ',
  silent: '通知なし',
  code: 'コード',
  quote: '引用',
  spoilerTitle: 'タイトル',
  spoiler: 'クリックすると表示',
  item: '項目',
  heading: '見出し',
  column: '列',
  cell: 'セル',
  waves: '手を振る',
  question: '質問',
  option: '選択肢',
  task: 'タスク',
  pollResult: '投票：全員が投票し、選択肢を追加できます。',
  todoResult: 'ToDo リスト：全員がタスクを追加し、完了にできます。',
}
