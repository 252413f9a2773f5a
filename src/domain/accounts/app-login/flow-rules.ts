import { badRequest, type ApiError } from '../../../api/errors'

/**
 * The app for which a browser logs in. Each names a key of 256 bits that only the app knows: a phone hides its API key with it,
 * and a desktop app its token. Both are absent for a login of the browser itself.
 */
export type AppFlow = { mobile_flow_otp?: string | undefined; desktop_flow_otp?: string | undefined }

export const invalidOtp = badRequest(() => 'Invalid OTP')
export const twoFlows = badRequest(() => "Can't use both mobile_flow_otp and desktop_flow_otp together.")

export function refusalOfFlow({ mobile_flow_otp, desktop_flow_otp }: AppFlow): ApiError | undefined {
  if (mobile_flow_otp !== undefined && desktop_flow_otp !== undefined) return twoFlows({})
  const otp = mobile_flow_otp ?? desktop_flow_otp
  return otp === undefined || /^[0-9a-fA-F]{64}$/.test(otp) ? undefined : invalidOtp({})
}

/** Returns the path at which a browser that is logged in logs in the app. Undefined for a login of the browser itself. */
export function appPath({ mobile_flow_otp, desktop_flow_otp }: AppFlow): string | undefined {
  if (mobile_flow_otp !== undefined) return `${APP_PAGE}?${new URLSearchParams({ mobile_flow_otp }).toString()}`
  if (desktop_flow_otp !== undefined) return `${APP_PAGE}?${new URLSearchParams({ desktop_flow_otp }).toString()}`
  return undefined
}

const APP_PAGE = '/accounts/login/social/browser'

/** Hides an API key of 32 characters from other apps that receive the address: each hexadecimal digit by one of the OTP. */
export function hiddenKey(api_key: string, otp: string): string {
  const digits = [...new TextEncoder().encode(api_key)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [...digits].map((digit, place) => xor(digit, otp[place]!)).join('')
}

const xor = (a: string, b: string) => (Number.parseInt(a, 16) ^ Number.parseInt(b, 16)).toString(16)

/** Whether the page is shown in the desktop app, in which no provider's page should open. */
export const isDesktopApp = (user_agent: string, vendor: string): boolean =>
  // Linear: the name of the vendor is configured.
  vendor !== '' && new RegExp(String.raw`(?:^|\s)${vendor}Electron/`, 'i').test(user_agent)
