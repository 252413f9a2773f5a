// The text about the directory of the organization, in Japanese.

import type { directoryWords as English } from '../en-directory'

export const directoryWords: typeof English = {
  title: 'ディレクトリ',
  text: 'OktaやEntraなどのディレクトリから、SCIMでアカウントとグループを作成、変更、停止できます。',
  address: 'ディレクトリに登録するアドレス：',
  none: 'トークンはまだありません。',
  add: '新しいトークン',
  create: 'トークンを作成',
  description: '名前（ディレクトリの名前など）',
  token: 'ディレクトリのトークン',
  nameless: (id) => `トークン ${id}`,
  madeBy: (name, day) => `作成：${name}、${day}`,
  lastUsed: (ago) => `最終使用：${ago}`,
  neverUsed: '未使用',
  replace: '置き換え',
  replaceItem: (name) => `${name} を置き換え`,
  removeText: 'このトークンを使うディレクトリからのリクエストは、以後拒否されます。',
  full: '2つのトークンが有効です。新しいほうをディレクトリに登録してから、古いほうを削除してください。',
}
