import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'Iniciar sesión',
  address: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  busy: 'Iniciando sesión…',
  otherWays: 'Iniciar sesión con una llave de acceso o de otra forma',
}
