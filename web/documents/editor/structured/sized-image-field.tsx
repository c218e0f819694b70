import { useEffect, useEffectEvent, useRef } from 'react';
import {
  DEFAULT_HEIGHT,
  DEFAULT_WIDTH,
  readSize,
  type SizedImage,
} from '../../../../contract/shared/sized-image.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { bounded, type ImageSize } from '../../images/image-size.ts';
import { cornerLabel, imageStyle, makeResizable } from '../../images/resizable-image.ts';
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
      <p className="text-xs text-muted">Drag the corner, or type. At least 100 × 60.</p>
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
  const shown = useRef<HTMLImageElement>(null);
  const corner = useRef<HTMLButtonElement>(null);
  const { image: src, name: alt, imageWidth, imageHeight } = image;
  const size = { width: asLength(imageWidth), height: asLength(imageHeight) };
  const onResize = useEffectEvent(({ width, height }: ImageSize) =>
    onChange({ ...image, imageWidth: asText(width), imageHeight: asText(height) }),
  );
  useEffect(() => {
    if (!shown.current || !corner.current) return undefined;
    const elements = { image: shown.current, corner: corner.current };
    const first = { width: asLength(imageWidth), height: asLength(imageHeight) };
    return makeResizable(elements, { alt, size: first, onResize: (next) => onResize(next) });
  }, [alt, imageWidth, imageHeight]);
  return (
    <div className="max-w-full">
      <span className="resizable-image">
        <img ref={shown} src={src} alt={alt} draggable={false} style={imageStyle(size)} />
        <button ref={corner} type="button" className="resize-corner" aria-label={cornerLabel(alt, size)} />
      </span>
    </div>
  );
}
