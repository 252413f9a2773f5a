// What each command does, and the words around an answer, in Japanese.

import type { commandWords as English } from '../en-commands'

export const commandWords: typeof English = {
  onlyYou: 'あなただけに表示されています。',
  pong: 'サーバーは応答しています。',
  commands: {
    me: '自分の動作を伝える：「/me 手を振る」',
    poll: '投票：「/poll 質問」に続けて、1行に1つずつ選択肢',
    todo: 'ToDoリスト：「/todo タイトル」に続けて、1行に1つずつタスク',
    dark: 'ダークテーマ',
    light: 'ライトテーマ',
    'fluid-width': 'メッセージをウィンドウの幅いっぱいに表示',
    'fixed-width': 'メッセージを読みやすい幅で表示',
    ping: 'サーバーが応答するか確認',
  },
}
