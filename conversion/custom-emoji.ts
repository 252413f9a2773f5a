import type { Emoji, Key, NewEmoji, Row, Text, User } from './converted.ts'
import type { FileStore } from './file-store.ts'
import type { Report } from './report.ts'

/** What the writer of the copy has. */
type Copy = {
  files: FileStore
  report: Report
  users: ReadonlyMap<Key, User>
  write: (table: string, rows: readonly Row[]) => void
}

/** The emoji of the organization. */
export class CustomEmoji {
  readonly #copy: Copy
  readonly #firstUserId: number
  #byName = new Map<string, Emoji>()
  #byKey = new Map<string, Emoji>()
  #last = 0

  /** An emoji without a known author is that of the user with `firstUserId`. */
  constructor(copy: Copy, firstUserId: number) {
    this.#copy = copy
    this.#firstUserId = firstUserId
  }

  /** Adds an emoji with its picture. */
  async add({ name, author, open, extension = 'png', isDeactivated = false, key }: NewEmoji): Promise<void> {
    const { files, report, users } = this.#copy
    const plain = plainName(name)
    if (plain === '' || (!isDeactivated && this.#byName.has(plain))) return
    const picture = await files.storePicture(open)
    if (picture === undefined) return report.skip('a picture of an emoji is missing', name)
    const id = ++this.#last
    const emoji: Emoji = { emoji_code: String(id), emoji_name: plain, reaction_type: 'realm_emoji' }
    if (!isDeactivated) this.#byName.set(plain, emoji)
    if (key !== undefined) this.#byKey.set(String(key), emoji)
    const author_id = users.get(author)?.user_id ?? this.#firstUserId
    this.#copy.write('custom_emoji', [
      { id, name: plain, author_id, picture, extension, has_still: 0, deactivated: isDeactivated ? 1 : 0 },
    ])
    report.count('emoji')
  }

  /** Gives an emoji another name, which reactions and texts have. */
  addName(name: Text, emoji: Emoji | undefined): void {
    const plain = plainName(name)
    if (emoji !== undefined && !this.#byName.has(plain)) this.#byName.set(plain, emoji)
  }

  withKey = (key: Key): Emoji | undefined => this.#byKey.get(String(key))

  named = (name: Text): Emoji | undefined => this.#byName.get(plainName(name))
}

const plainName = (name: Text) =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')
