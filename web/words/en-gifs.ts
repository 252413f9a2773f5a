// The words of GIFs and stickers, and those of their settings.

import { translated } from './translated'

export const gifWords = translated('gifWords', {
  kinds: { gif: 'GIFs', sticker: 'Stickers' },
  search: { gif: 'Search for GIFs', sticker: 'Search for stickers' },
  found: 'Pictures',
  searching: 'Searching…',
  none: 'There are no such pictures.',
  more: 'More pictures',
  unnamed: 'GIF',
  from: (service: string) => `Powered by ${service}`,
  goesWhere:
    'The words of a search are sent to this service. The server sends them, and the service does not learn who searches. “GIF or sticker” is in the menu of the field to write in.',
})
