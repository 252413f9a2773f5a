import { useClient } from '../../client/use-client'
import { channelWords } from '../../words/en-channels'
import { folderWords as words } from '../../words/en-folders'
import { organizationWords } from '../../words/en-organization'
import { attempt, fetched } from '../fetched'
import { Items, Part } from '../parts'

/** The archived channels, which no other list of this client has. */
export function ArchivedChannels() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, async () => {
    const { streams } = await ask('GET /streams', { exclude_archived: false })
    return streams.filter(({ is_archived }) => is_archived)
  })
  async function restore(stream_id: number) {
    if (await attempt(client, ask('PATCH /streams/:stream_id', { stream_id, is_archived: false }))) await refresh()
  }
  return (
    <Part title={organizationWords.sections['organization/archived-channels']} text={words.archivedText}>
      <Items of={value()} none={words.noArchived}>
        {({ stream_id, name, description }) => (
          <li>
            <div class="grow" dir="auto">
              <b># {name}</b>
              <p class="quiet">{description}</p>
            </div>
            <button
              class="act"
              aria-label={`${channelWords.unarchive}: ${name}`}
              onClick={() => void restore(stream_id)}
            >
              {channelWords.unarchive}
            </button>
          </li>
        )}
      </Items>
    </Part>
  )
}
