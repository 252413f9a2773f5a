/** The tones of each sound: their frequencies in hertz, one after the other. */
const TONES: Record<string, number[]> = { chime: [660, 880, 990], ding: [1320] }
const USUAL = [740, 988]

const TONE_SECONDS = 0.12
const FADE_SECONDS = 0.5
const VOLUME = 0.12

let audio: AudioContext | undefined

/** Plays the sound of a name of the setting `notification_sound`. It is short, and made here: no file is loaded. */
export function playSound(name: string): void {
  audio ??= new AudioContext()
  // A browser plays nothing before the user has used the page.
  if (audio.state === 'suspended') void audio.resume().catch(() => {})
  for (const [at, frequency] of (TONES[name] ?? USUAL).entries()) play(audio, frequency, at * TONE_SECONDS)
}

function play(context: AudioContext, frequency: number, delay: number): void {
  const start = context.currentTime + delay
  const [tone, volume] = [context.createOscillator(), context.createGain()]
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(VOLUME, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + FADE_SECONDS)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + FADE_SECONDS)
}
