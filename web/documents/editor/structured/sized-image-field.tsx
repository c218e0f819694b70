import { useEffect, useEffectEvent, useRef } from 'react';
import {
  DEFAULT_HEIGHT,
  DEFAULT_WIDTH,
  readSize,
  type SizedImage,
} from '../../../../contract/sized-image.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { bounded, type ImageSize } from '../../images/image-size.ts';
import { resizableImage } from '../../images/resizable-image.ts';
import { SIZE_HINT } from '../../reading/form-fields.ts';
import { isSaveKey } from '../shell/page-guards.tsx';

type Props = {
  /** What it is called, as in image of step 2. */
  label: string;
  image: SizedImage;
  onChange: (image: SizedImage) => void;
  onRemove: () => void;
};

/** An image of the form with its size, to be drawn by its corner or typed. */
export const SizedImageField = ({ label, image, onChange, onRemove }: Props) => (
  <div className="flex flex-wrap items-start gap-4">
    <ResizableImage image={image} onChange={onChange} />
    <div className="flex min-w-44 flex-col items-start gap-2">
      <div className="grid grid-cols-2 gap-2">
        <SizeField
          label={`Width of ${label}`}
          value={image.imageWidth}
          onType={(imageWidth) => onChange({ ...image, imageWidth })}
          onTyped={() => onChange({ ...image, imageWidth: settled(image).imageWidth })}
        />
        <SizeField
          label={`Height of ${label}`}
          value={image.imageHeight}
          onType={(imageHeight) => onChange({ ...image, imageHeight })}
          onTyped={() => onChange({ ...image, imageHeight: settled(image).imageHeight })}
        />
      </div>
      <p className="text-xs text-muted">{SIZE_HINT}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={`Reset size of ${label}`}
          onClick={() => onChange({ ...image, imageWidth: DEFAULT_WIDTH, imageHeight: DEFAULT_HEIGHT })}
        >
          Reset size
        </Button>
        <Button size="small" aria-label={`Remove ${label}`} onClick={onRemove}>
          Remove {label.split(' ')[0]}
        </Button>
      </div>
    </div>
  </div>
);

type SizeProps = {
  label: string;
  value: string;
  onType: (value: string) => void;
  /** The field is left, or saved, after something was typed. */
  onTyped: () => void;
};

function SizeField({ label, value, onType, onTyped }: SizeProps) {
  const isTyped = useRef(false);
  const settle = () => {
    if (isTyped.current) onTyped();
    isTyped.current = false;
  };
  return (
    <TextField
      label={label}
      hideLabel
      className="w-24"
      value={value}
      error={readSize(value) ? undefined : 'Write pixels as in 300px, or auto'}
      onChange={(event) => {
        isTyped.current = true;
        onType(event.target.value);
      }}
      onBlur={settle}
      onKeyDown={(event) => isSaveKey(event) && settle()}
    />
  );
}

const asLength = (size: string): number | 'auto' => {
  const read = readSize(size) ?? 'auto';
  return read === 'auto' ? read : Number.parseInt(read, 10);
};
const asText = (length: number | 'auto'): string => (length === 'auto' ? length : `${length}px`);

/** The size within its bounds, or the first one where it cannot be read. */
function settled({ imageWidth, imageHeight }: SizedImage) {
  const { width, height } = bounded({
    width: asLength(readSize(imageWidth) ?? DEFAULT_WIDTH),
    height: asLength(readSize(imageHeight) ?? DEFAULT_HEIGHT),
  });
  return { imageWidth: asText(width), imageHeight: asText(height) };
}

function ResizableImage({ image, onChange }: Pick<Props, 'image' | 'onChange'>) {
  const box = useRef<HTMLDivElement>(null);
  /** The size that was drawn last: what shows it already need not be made anew, and would lose the focus. */
  const drawn = useRef('');
  const { image: src, name: alt, imageWidth, imageHeight } = image;
  const onResize = useEffectEvent(({ width, height }: ImageSize) => {
    drawn.current = `${asText(width)} ${asText(height)}`;
    onChange({ ...image, imageWidth: asText(width), imageHeight: asText(height) });
  });
  useEffect(() => {
    if (drawn.current === `${imageWidth} ${imageHeight}` && box.current?.firstChild) return;
    drawn.current = '';
    const size = { width: asLength(imageWidth), height: asLength(imageHeight) };
    box.current?.replaceChildren(resizableImage({ src, alt, size, onResize: (next) => onResize(next) }));
  }, [src, alt, imageWidth, imageHeight]);
  return <div ref={box} className="max-w-full" />;
}
