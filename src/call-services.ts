/** The services at which users begin calls, and this deployment's account there. Undefined: the service is not configured. */
export type CallServices = {
  bigbluebutton: { url: string; secret: string } | undefined
  zoom:
    | {
        url: string
        api_url: string
        /** The account of the deployment. Undefined: users connect accounts of their own. */
        account_id: string | undefined
        client_id: string
        client_secret: string
      }
    | undefined
}

export type CallVariables = {
  BIG_BLUE_BUTTON_URL?: string
  BIG_BLUE_BUTTON_SECRET?: string
  ZOOM_URL?: string
  ZOOM_API_URL?: string
  ZOOM_ACCOUNT_ID?: string
  ZOOM_CLIENT_ID?: string
  ZOOM_CLIENT_SECRET?: string
}

export const readCallServices = (env: CallVariables): CallServices => ({
  bigbluebutton: readBigBlueButton(env),
  zoom: readZoom(env),
})

const withoutSlash = (url: string) => url.replace(/(?<!\/)\/+$/, '')

function readBigBlueButton({ BIG_BLUE_BUTTON_URL: url = '', BIG_BLUE_BUTTON_SECRET: secret = '' }: CallVariables) {
  return url === '' || secret === '' ? undefined : { url: withoutSlash(url), secret }
}

function readZoom(env: CallVariables) {
  const { ZOOM_CLIENT_ID: client_id = '', ZOOM_CLIENT_SECRET: client_secret = '' } = env
  if (client_id === '' || client_secret === '') return undefined
  const account_id = env.ZOOM_ACCOUNT_ID || undefined
  const url = withoutSlash(env.ZOOM_URL || 'https://zoom.us')
  const api_url = withoutSlash(env.ZOOM_API_URL || 'https://api.zoom.us')
  return { url, api_url, account_id, client_id, client_secret }
}
