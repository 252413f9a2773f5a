import { badRequest, type ApiError } from '../../../api/errors'
import type { Config } from '../../../config'

export const NO_CALLS = 0
export const JITSI = 1
export const BIG_BLUE_BUTTON = 4
export const ZOOM = 5

export type CallProviders = Record<string, { name: string; id: number }>

/** Returns the services at which calls can begin. Jitsi Meet needs no account; the deployment configures the others. */
export const availableCallProviders = ({ calls }: Config): CallProviders => ({
  disabled: { name: 'None', id: NO_CALLS },
  jitsi_meet: { name: 'Jitsi Meet', id: JITSI },
  ...(calls.bigbluebutton && { big_blue_button: { name: 'BigBlueButton', id: BIG_BLUE_BUTTON } }),
  ...(calls.zoom && { zoom_server_to_server: { name: 'Zoom', id: ZOOM } }),
})

export const invalidCallProvider = badRequest((f: { id: number }) => `Invalid video_chat_provider ${f.id}`)

/** A realm can only choose a service that the deployment has. */
export function refusalOfCallProvider(id: number | undefined, available: CallProviders): ApiError | undefined {
  if (id === undefined || Object.values(available).some((provider) => provider.id === id)) return undefined
  return invalidCallProvider({ id })
}
