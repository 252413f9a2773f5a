// The text of channel folders and of the groups of channels for new members.

import { translated } from './translated'

const rules = new Intl.PluralRules('en')

export const folderWords = translated('folderWords', {
  text: 'Clients show the channels of a folder together, in this order.',
  none: 'There are no folders yet.',
  newFolder: 'New folder',
  channels: (channels: number) => (rules.select(channels) === 'one' ? `${channels} channel` : `${channels} channels`),
  inside: 'Channels in it',
  onlyEmpty: 'Only a folder without channels can be archived.',

  archivedText: 'Their messages stay readable. Restored channels can be written in again.',
  noArchived: 'No channel is archived.',

  sets: 'Sets of channels',
  setsText: 'People who join can choose these sets. A default channel is in no set.',
  noSets: 'There are no sets yet.',
  newSet: 'New set',
})
