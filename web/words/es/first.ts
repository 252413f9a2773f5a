export { loginWords } from './login'
export { words } from './words'
export const rest = () => import('./rest')
