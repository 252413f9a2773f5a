import { useClient } from '../../client/use-client'
import { gifWords } from '../../words/en-gifs'
import { modelWords as words } from '../../words/en-model'
import { fetched } from '../fetched'
import { RealmPart } from './rules'
import { ServerKey } from './server-key'

/** With which service users search for GIFs and stickers. */
export function Gifs() {
  const client = useClient()
  const { value, refresh } = fetched(client, () => client.ask('GET /parley/gifs/key'))
  return (
    <>
      <p class="quiet">{gifWords.goesWhere}</p>
      <RealmPart part="gifs" />
      <ServerKey name={words.key} text={words.keyText} route="gifs" keyFor={value()?.key_for} changed={refresh} />
    </>
  )
}
