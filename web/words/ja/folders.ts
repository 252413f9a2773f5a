// The text of channel folders and of the groups of channels for new members, in Japanese.

import type { folderWords as English } from '../en-folders'

export const folderWords: typeof English = {
  text: '同じフォルダーのチャンネルは、この順にまとめて表示されます。',
  none: 'フォルダーはまだありません。',
  newFolder: '新しいフォルダー',
  channels: (channels) => `${channels}件のチャンネル`,
  inside: '含まれるチャンネル',
  onlyEmpty: 'アーカイブできるのは、チャンネルのないフォルダーだけです。',

  archivedText: 'メッセージは引き続き読めます。アーカイブを解除すると、また書き込めるようになります。',
  noArchived: 'アーカイブ済みのチャンネルはありません。',

  sets: 'チャンネルセット',
  setsText: '新しく加わる人が選べるチャンネルのセットです。デフォルトチャンネルはどのセットにも入りません。',
  noSets: 'セットはまだありません。',
  newSet: '新しいセット',
}
