import { encodedProfiles, type EncodedFields } from './encoded-profiles'
import type { User } from './user'

const IDS_PER_BLOCK = 256
/** Users above are encoded for each request, so that the texts need at most some megabytes. */
const IDS_WITH_TEXTS = 64 * IDS_PER_BLOCK
const TEXTS_PER_BLOCK = 2

/** The JSON of the users of a block, for all viewers with this form who are not in the block. */
type BlockText = { form: string; users: readonly User[]; text: string }

/** The newest texts of blocks, by the first user in it. */
const blockTexts = new WeakMap<User, BlockText[]>()

/**
 * Returns the JSON of these users, separated by commas, like `encodedProfiles`. Viewers with the same role see the same of other
 * users, so the text of 256 users is kept for the next viewer. It is used only for the very same `User` objects, which never
 * change. Viewers see more of themselves, so the block with the viewer is always encoded.
 */
export function encodedUserList(users: readonly User[], viewer: User, fields: EncodedFields): string {
  const { client_gravatar, withProfileData, withActivity } = fields
  const form = `${viewer.role} ${client_gravatar} ${withProfileData} ${withActivity}`
  const texts: string[] = []
  for (const block of blocksOf(users))
    texts.push(
      isCached(block, viewer)
        ? cachedText(block, form, () => textOf(block, viewer, fields))
        : textOf(block, viewer, fields),
    )
  return texts.join(',')
}

const textOf = (users: readonly User[], viewer: User, fields: EncodedFields): string =>
  encodedProfiles(users, viewer, fields).join(',')

const blockNumber = ({ user_id }: User): number => Math.floor(user_id / IDS_PER_BLOCK)

function* blocksOf(users: readonly User[]): Generator<readonly [User, ...User[]]> {
  let start = 0
  for (let next = 1; next <= users.length; next++) {
    const [first, after] = [users[start], users[next]]
    if (first === undefined || (after && blockNumber(after) === blockNumber(first))) continue
    yield [first, ...users.slice(start + 1, next)]
    start = next
  }
}

const isCached = ([first]: readonly [User, ...User[]], viewer: User): boolean =>
  first.user_id < IDS_WITH_TEXTS && blockNumber(first) !== blockNumber(viewer)

function cachedText(users: readonly [User, ...User[]], form: string, encode: () => string): string {
  const kept = blockTexts.get(users[0]) ?? []
  const found = kept.find((one) => one.form === form && isSame(one.users, users))
  const newest = found ?? { form, users, text: encode() }
  const others = kept.filter((one) => one !== newest && one.form !== form)
  blockTexts.set(users[0], [newest, ...others].slice(0, TEXTS_PER_BLOCK))
  return newest.text
}

const isSame = (users: readonly User[], others: readonly User[]): boolean =>
  users.length === others.length && users.every((user, nth) => user === others[nth])
