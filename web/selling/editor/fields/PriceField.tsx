import type { UseFormRegisterReturn } from 'react-hook-form'
import { usePublicConfig } from '#web/app/public-config.ts'
import { FieldNote, useFieldIds } from '#web/platform/forms/Field.tsx'

interface PriceFieldProps {
  error?: string
  hint?: string | undefined
  field: UseFormRegisterReturn
}

/** An amount in the deployment's currency, typed on the number pad. */
export function PriceField({ error, hint, field }: PriceFieldProps) {
  const { money } = usePublicConfig()
  const { noteId, control } = useFieldIds({ error, hint })
  return (
    <div>
      <label htmlFor={control.id} className="text-sm font-semibold">
        Price <span className="sr-only">{`in ${money.symbol}`}</span>
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
