import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { Event } from '../../client-state/wire'
import { Menu } from '../parts/menu'
import { Refusal } from '../wire/requests'
import { callWords as words } from '../words/en-calls'

type Props = {
  anchor: HTMLElement
  /** What the call is called at the provider: the conversation. */
  name: string
  insert: (link: string) => void
  close: () => void
}

/** Adds a link to a new call to the message: with video, or only with voice. */
export function CallMenu(props: Props) {
  const client = useClient()
  const { report } = client
  const begin = (isVideo: boolean) => () =>
    void newCall(client, props.name, isVideo)
      .then((url) => props.insert(`[${isVideo ? words.joinVideo : words.joinVoice}](${url}) `))
      .catch(report)
  const items = [
    { label: words.video, run: begin(true) },
    { label: words.voice, run: begin(false) },
  ]
  return <Menu label={words.calls} anchor={props.anchor} groups={[items]} close={() => props.close()} />
}

const BIG_BLUE_BUTTON = 4
const ZOOM_OF_USERS = 3
const ZOOM_OF_DEPLOYMENT = 5

/** Returns the address of a new call at the service that the organization chose. */
async function newCall(client: Client, name: string, isVideo: boolean): Promise<string> {
  const { realm_video_chat_provider: provider } = client.store.state
  if (provider === BIG_BLUE_BUTTON) {
    const { url } = await client.ask('GET /calls/bigbluebutton/create', { meeting_name: name, voice_only: !isVideo })
    return new URL(url, location.origin).href
  }
  if (provider === ZOOM_OF_DEPLOYMENT) return zoomCall(client, isVideo)
  if (provider === ZOOM_OF_USERS) return callOfOwnAccount(client, isVideo)
  const { realm_jitsi_server_url, server_jitsi_server_url } = client.store.state
  const server: string = realm_jitsi_server_url ?? server_jitsi_server_url
  return `${server.replace(/(?<!\/)\/+$/, '')}/${randomDigits()}#config.startWithVideoMuted=${!isVideo}`
}

const zoomCall = async ({ ask }: Client, isVideo: boolean): Promise<string> =>
  (await ask('POST /calls/zoom/create', { is_video_call: isVideo })).url

/** The user connects an account at Zoom first, in a tab of its own, if there is none or if Zoom no longer accepts it. */
async function callOfOwnAccount(client: Client, isVideo: boolean): Promise<string> {
  if (!client.store.state.has_zoom_token) await connectsZoom(client)
  try {
    return await zoomCall(client, isVideo)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INVALID_ZOOM_TOKEN') throw error
    await connectsZoom(client)
    return zoomCall(client, isVideo)
  }
}

function connectsZoom({ onEvents, setNotice }: Client): Promise<void> {
  window.open('/calls/zoom/register', '_blank', 'noopener')
  setNotice({ text: words.connectZoom })
  return new Promise((resolve) => {
    const receive = (events: readonly Event[]) => {
      if (!events.some((event) => event.type === 'has_zoom_token' && event.value)) return
      onEvents.delete(receive)
      resolve()
    }
    onEvents.add(receive)
  })
}

const DIGITS = 15

const randomDigits = (): string =>
  [...crypto.getRandomValues(new Uint32Array(DIGITS))].map((number) => number % 10).join('')
