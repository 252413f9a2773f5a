import { badRequest, type ApiError } from '../../../api/errors'
import type { Config } from '../../../config'

export const NO_CALLS = 0
export const JITSI = 1
export const BIG_BLUE_BUTTON = 4
/** Each user connects an account at Zoom. */
export const ZOOM = 3
/** The calls belong to the deployment's account. */
export const ZOOM_OF_DEPLOYMENT = 5

export type CallProviders = Record<string, { name: string; id: number }>

/** Returns the services at which calls can begin. Jitsi Meet needs no account; the deployment configures the others. */
export const availableCallProviders = ({ calls }: Config): CallProviders => ({
  disabled: { name: 'None', id: NO_CALLS },
  jitsi_meet: { name: 'Jitsi Meet', id: JITSI },
  ...(calls.bigbluebutton && { big_blue_button: { name: 'BigBlueButton', id: BIG_BLUE_BUTTON } }),
  ...(calls.zoom && zoomProvider(calls.zoom)),
})

const zoomProvider = ({ account_id }: { account_id: string | undefined }): CallProviders =>
  account_id === undefined
    ? { zoom: { name: 'Zoom', id: ZOOM } }
    : { zoom_server_to_server: { name: 'Zoom', id: ZOOM_OF_DEPLOYMENT } }

export const invalidCallProvider = badRequest((f: { id: number }) => `Invalid video_chat_provider ${f.id}`)

/** A realm can only choose a service that the deployment has. */
export function refusalOfCallProvider(id: number | undefined, available: CallProviders): ApiError | undefined {
  if (id === undefined || Object.values(available).some((provider) => provider.id === id)) return undefined
  return invalidCallProvider({ id })
}
