import type { FormError } from '#base/form-error.ts'

type Field = 'sign_in_name' | 'password'

/** What the form says beside this field. */
export function errorAt(error: FormError | undefined, field: Field): string | undefined {
  return error && fieldOf(error) === field ? error.text : undefined
}

/** What it says above all fields. */
export function errorElsewhere(error: FormError | undefined): string | undefined {
  return error && fieldOf(error) === null ? error.text : undefined
}

/** A wrong password may be a wrong name as well, but the password is what must be typed again. */
function fieldOf({ code, field }: FormError): Field | null {
  if (code === 'wrong_password') return 'password'
  return field === 'sign_in_name' || field === 'password' ? field : null
}
