import type { UserSettings } from '../../client-state/wire'
import type { Look } from '../base/own-look'
import { HUES } from '../look/hues'
import { setTwentyFourHours } from '../parts/time'

/** The sizes of a new account. The design has its own sizes for them. */
const USUAL = { size: 16, line: 140 }

/** By the number of the setting. Empty is as the device. */
const SCHEMES = ['', '', 'dark', 'light']

/** The size of pictures in messages, in percent, as the realm chose it, and the look of this browser. */
type Own = { pictures?: number; look: Look }

/** Applies the personal settings of appearance to the whole page. */
export function showAppearance(root: HTMLElement, settings: UserSettings, { pictures = 100, look }: Own): void {
  const { style } = root
  // An attribute, because the build writes `light-dark()` in a form that older browsers know, which follows style sheets alone.
  root.dataset.scheme = SCHEMES[settings.color_scheme] ?? ''
  root.dataset.contrast = settings.high_contrast_mode ? 'high' : ''
  root.dataset.density = look.density
  set('--hue', String(HUES[look.accent] ?? ''))
  setTwentyFourHours(settings.twenty_four_hour_time)
  const { web_font_size_px: size, web_line_height_percent: line, fluid_layout_width } = settings
  const isUsual = size === USUAL.size && line === USUAL.line
  set('--text-size', isUsual ? '' : `${size}px`)
  set('--line', isUsual ? '' : `${Math.round((size * line) / 100)}px`)
  set('--preview', pictures === 100 ? '' : `${pictures / 100}`)
  set('--measure', fluid_layout_width ? 'none' : '')

  function set(name: string, value: string) {
    if (value === '') style.removeProperty(name)
    else style.setProperty(name, value)
  }
}
