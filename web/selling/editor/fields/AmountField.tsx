import type { UseFormRegisterReturn } from 'react-hook-form'
import { type AmountName, PRODUCT_AMOUNTS } from '#contract/selling/amounts.ts'
import { usePublicConfig } from '#web/platform/config/public-config.ts'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'

interface AmountFieldProps {
  name: AmountName
  error?: string
  hint?: string | undefined
  field: UseFormRegisterReturn
}

/** An amount in the deployment's currency, typed on the number pad. */
export function AmountField({ name, error, hint, field }: AmountFieldProps) {
  const { money } = usePublicConfig()
  const { noteId, control } = useFieldIds({ error, hint })
  return (
    <div>
      <label htmlFor={control.id} className="text-sm font-semibold">
        {PRODUCT_AMOUNTS[name].label} <span className="sr-only">{`in ${money.symbol}`}</span>
      </label>
      <div className={`price-field mt-1 ${money.symbolAfter ? 'flex-row-reverse' : ''}`}>
        <span aria-hidden="true" className="price-symbol">
          {money.symbol}
        </span>
        <input
          {...control}
          {...field}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="0.00"
          className="field"
        />
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}
