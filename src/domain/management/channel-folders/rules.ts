import { refusalOfTextLength, tooLong } from '../../../api/parameter-errors'
import { badRequest, type ApiError } from '../../../api/errors'
import { positionOfInvalidCharacter } from '../../channels/channels/rules'
import type { ChannelFolder } from './channel-folder'

export const MAX_FOLDER_NAME_LENGTH = 60
export const MAX_FOLDER_DESCRIPTION_LENGTH = 1024

// A new order writes each folder.
export const MAX_FOLDERS = 200

export const invalidFolderId = badRequest(() => 'Invalid channel folder ID')
export const folderNotEmpty = badRequest(() => 'You need to remove all the channels from this folder to archive it.')
export const invalidOrder = badRequest(() => 'Invalid order mapping.')
export const tooManyFolders = badRequest(() => `No more than ${MAX_FOLDERS} channel folders can be kept.`)
const folderNameEmpty = badRequest(() => "Channel folder name can't be empty.")
const folderNameTaken = badRequest(() => 'Channel folder name already in use')
const folderNameInvalid = badRequest(
  (f: { position: number }) => `Invalid character in channel folder name, at position ${f.position}.`,
)
/** All refusals of a folder's name and description. */
export const folderTextErrors = [folderNameEmpty, folderNameTaken, folderNameInvalid, tooLong]

type Texts = Pick<ChannelFolder, 'name' | 'description'>

/** Refuses a name that another folder has, in any case. The name of an archived folder can be used again. */
export function refusalOfFolder({ name, description }: Texts, others: readonly ChannelFolder[]): ApiError | undefined {
  if (name === '') return folderNameEmpty({})
  const position = positionOfInvalidCharacter(name)
  if (position !== undefined) return folderNameInvalid({ position })
  const key = name.toLowerCase()
  if (others.some((other) => !other.is_archived && other.name.toLowerCase() === key)) return folderNameTaken({})
  return (
    refusalOfTextLength('name', name, MAX_FOLDER_NAME_LENGTH) ??
    refusalOfTextLength('description', description, MAX_FOLDER_DESCRIPTION_LENGTH)
  )
}

/** Archived folders count too, because they have a place in the order. */
export const refusalOfFolderCount = (folders: readonly ChannelFolder[]): ApiError | undefined =>
  folders.length >= MAX_FOLDERS ? tooManyFolders({}) : undefined

/** An order must contain each folder once. */
export const refusalOfOrder = (order: readonly number[], folders: readonly ChannelFolder[]): ApiError | undefined =>
  order.length === folders.length && folders.every(({ id }) => order.includes(id)) ? undefined : invalidOrder({})
