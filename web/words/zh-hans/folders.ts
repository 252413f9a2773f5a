// The text of channel folders and of the groups of channels for new members, in Simplified Chinese.

import type { folderWords as English } from '../en-folders'

export const folderWords: typeof English = {
  text: '同一文件夹的频道会按此顺序集中显示。',
  none: '还没有文件夹。',
  newFolder: '新文件夹',
  channels: (channels) => `${channels} 个频道`,
  inside: '其中的频道',
  onlyEmpty: '只有不含频道的文件夹才能归档。',

  archivedText: '消息仍可阅读。取消归档后即可重新发消息。',
  noArchived: '没有已归档的频道。',

  sets: '频道组合',
  setsText: '新加入的人可以选择这些组合。默认频道不属于任何组合。',
  noSets: '还没有组合。',
  newSet: '新组合',
}
