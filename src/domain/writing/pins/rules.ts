import { badRequest, forbidden, notFound, type ApiError } from '../../../api/errors'
import { refusalOfTextLength } from '../../../api/parameter-errors'
import { isWebAddress } from '../../../api/web-address'

export const notPermittedToPin = forbidden(() => 'You do not have permission to pin in this channel.')
export const pinDoesNotExist = notFound(() => 'Pin does not exist.')
export const alreadyPinned = badRequest(() => 'This message is pinned already.')
export const onlyChannelMessages = badRequest(() => 'Only messages of channels can be pinned.')
export const titleEmpty = badRequest(() => 'Title cannot be empty.')
export const invalidBookmarkUrl = badRequest(() => 'The address must be that of a web page.')
export const tooManyPins = badRequest(() => `No more than ${MAX_PINS_PER_CHANNEL} pins fit into a channel.`)

/** One response lists all pins of a channel. */
export const MAX_PINS_PER_CHANNEL = 100
const MAX_TITLE_LENGTH = 100
export const MAX_URL_LENGTH = 2000

export const refusalOfPinCount = (pins: number): ApiError | undefined =>
  pins >= MAX_PINS_PER_CHANNEL ? tooManyPins({}) : undefined

/** Returns why a bookmark cannot be stored. Clients open its address, so it must be one of a web page. */
export function refusalOfBookmark({ title, url }: { title: string; url: string }): ApiError | undefined {
  if (title === '') return titleEmpty({})
  if (!isWebAddress(url) || /\s/.test(url)) return invalidBookmarkUrl({})
  return refusalOfTextLength('title', title, MAX_TITLE_LENGTH)
}
