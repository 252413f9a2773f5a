import { describe, expect, test } from 'vitest'
import {
  refusalOfFolder,
  refusalOfFolderCount,
  refusalOfOrder,
} from '../../src/domain/management/channel-folders/rules'

const folder = (id: number, name: string, is_archived = false) => ({
  id,
  name,
  is_archived,
  description: '',
  rendered_description: '',
  date_created: 1,
  creator_id: 1,
  order: id,
})

describe('refusalOfFolder, refusalOfOrder and refusalOfFolderCount', () => {
  const folders = [folder(1, 'Crafts'), folder(2, 'Old', true)]

  test.for<[string, string | undefined]>([
    ['Clubs', undefined],
    ['CRAFTS', 'Channel folder name already in use'],
    ['Old', undefined],
    ['', "Channel folder name can't be empty."],
    ['a\u200e', undefined],
    ['a\u0007', 'Invalid character in channel folder name, at position 2.'],
    ['x'.repeat(61), 'name is too long (limit: 60 characters)'],
  ])('a folder with the name %j: %s', ([name, msg]) => {
    expect(refusalOfFolder({ name, description: '' }, folders)?.refusal.msg).toBe(msg)
  })

  test('an order must have each folder once', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ])
      expect(refusalOfOrder(order, folders)).toBeUndefined()
    for (const order of [[], [1], [1, 1], [1, 2, 3], [1, 2, 2], [1, 3]])
      expect(refusalOfOrder(order, folders)?.refusal.msg, String(order)).toBe('Invalid order mapping.')
  })

  test('a realm has at most 200 folders', () => {
    const foldersOf = (count: number) => Array.from({ length: count }, (_, index) => folder(index, `Folder ${index}`))
    expect(refusalOfFolderCount(foldersOf(199))).toBeUndefined()
    expect(refusalOfFolderCount(foldersOf(200))?.refusal.msg).toBe('No more than 200 channel folders can be kept.')
  })
})
